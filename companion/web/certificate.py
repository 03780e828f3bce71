"""A certificate for this machine's own address, made on the spot.

Nobody else vouches for it: browsers warn once, and encrypt all the same.
"""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from calibration.files import read_file, replace_file
from companion.core.errors import CompanionError
from companion.core.texts import tr

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.x509 import GeneralName

LASTS: Final = timedelta(days=300)
"""Some telephones accept none that is valid for longer than a year or so."""
RENEWED: Final = timedelta(days=30)  # So long before its end a new one is made
MOST_BYTES: Final = 64_000


class CertificateError(CompanionError):
    """A certificate that cannot be kept."""


def certificate_context(file: Path, address: str, now: datetime | None = None) -> ssl.SSLContext:
    """Return what encrypts for an address (or name) of this machine, by the certificate in a file.

    The file, with the private key, can be read by its owner alone. One that is there is used again
    unless it is of another address, damaged, or about to expire.

    Raises:
        CertificateError: it cannot be written.
    """
    now = now or datetime.now(UTC)
    try:
        if not _serves(file, address, now):
            _make(file, address, now)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
    except OSError as error:
        text = tr("{file}: the certificate cannot be kept: {error}", file=file, error=error)
        raise CertificateError(text) from error
    return context


def _serves(file: Path, address: str, now: datetime) -> bool:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        text = read_file(file, MOST_BYTES)
        found = x509.load_pem_x509_certificate(text)
        key = load_pem_private_key(text, None)
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    begun, ends = found.not_valid_before_utc, found.not_valid_after_utc
    right = key.public_key() == found.public_key() and _name(address) in names
    file.chmod(0o600)
    return right and begun <= now < ends - RENEWED


def _make(file: Path, address: str, now: datetime) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tableside")])
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be late
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName([_name(address)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    replace_file(file, private + made.public_bytes(pem))  # whatever is made at home is private
    file.chmod(0o600)


def _name(address: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(address))
    except ValueError:
        return x509.DNSName(address)
