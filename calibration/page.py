"""The mat as shapes on a page, and the page as SVG or PDF, true to size.

The PDF is written here: a page of rectangles, lines and a few words in a font that every viewer
has (Helvetica, PDF 32000-1, 9.6.2.2) takes fewer lines than a library takes to be kept up to date.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never
from xml.sax.saxutils import escape

from calibration.mat import GAP, MODULES, RULER, SQUARE, STRIP_ROWS, Mat, Rect, marker_cells

Colour = tuple[int, int, int]  # Red, green, blue, 0 to 255
Jpeg = tuple[bytes, int, int]  # A picture as a file's bytes, its width and height in pixels
BLACK: Final = (0, 0, 0)
INK: Final = (60, 60, 60)
OUTLINE: Final = (90, 130, 150)
_POINTS: Final = 72 / 25.4  # PDF points in a millimetre


@dataclass(frozen=True, slots=True)
class Fill:
    """Rectangles of one colour, filled as one shape: no hairlines show between them."""

    rects: tuple[Rect, ...]
    colour: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of straight pieces; width in millimetres."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: Colour
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """Words; x, y is the left end of their base line, size is the font's, in millimetres."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False


Shape = Fill | Stroke | Words


def shapes(mat: Mat) -> tuple[Shape, ...]:
    """Everything that is printed, in the order in which it is drawn."""
    x, y, w, h = mat.zone
    outline = Stroke(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), 0.8, OUTLINE, closed=True)
    markers = [Fill(_cells(marker, rect), BLACK) for marker, rect in mat.markers().items()]
    patches = [Fill((rect,), colour) for rect, colour in mat.patches()]
    return (outline, Fill(_squares(mat), BLACK), *markers, *patches, *_ruler(mat), *_words(mat))


def _cells(marker: int, rect: Rect) -> tuple[Rect, ...]:
    """A marker's black cells, those side by side joined."""
    x, y, w, _ = rect
    cell = w / MODULES
    found: list[Rect] = []
    for row, line in enumerate(marker_cells(marker)):
        start = None
        for column, black in enumerate([*line.tolist(), False]):
            if black and start is None:
                start = column
            elif not black and start is not None:
                found.append((x + start * cell, y + row * cell, (column - start) * cell, cell))
                start = None
    return tuple(found)


def _squares(mat: Mat) -> tuple[Rect, ...]:
    """The strip's black squares; the top left one is black."""
    left, top, _, _ = mat.strip
    return tuple(
        (left + column * SQUARE, top + row * SQUARE, SQUARE, SQUARE)
        for row in range(STRIP_ROWS)
        for column in range(mat.columns)
        if (row + column) % 2 == 0
    )


def _ruler(mat: Mat) -> tuple[Stroke, ...]:
    left, top, _, height = mat.band
    y = top + height - 4.0
    ends = tuple(Stroke(((x, y - 2), (x, y + 2)), 0.3, BLACK) for x in (left, left + RULER))
    return (Stroke(((left, y), (left + RULER, y)), 0.3, BLACK), *ends)


def _words(mat: Mat) -> tuple[Words, ...]:
    left, top, _, height = mat.band
    patches = mat.patches()
    beside = patches[-1][0][0] + patches[-1][0][2] + GAP
    return (
        Words(beside, top + 3.6, 4.2, f"Tableside dice mat {mat.name}", bold=True),
        Words(beside, top + 8.8, 3.4, "Roll inside the line, and have fun."),
        Words(left, top + height - 7.2, 3.0, "This line is 100 mm long when printed at 100 %."),
        Words(beside, top + height - 3.0, 3.0, "Keep all four corners in the picture."),
    )


# ---- SVG


def svg(mat: Mat) -> str:
    """The mat as SVG, true to size."""
    width, height = mat.size
    body = "\n".join(_svg_shape(shape) for shape in shapes(mat))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n'
        f"<title>Tableside dice mat {mat.name}</title>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n{body}\n</svg>\n'
    )


def _svg_shape(shape: Shape) -> str:
    match shape:
        case Fill():
            path = "".join(f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z" for x, y, w, h in shape.rects)
            return f'<path d="{path}" fill="{_hex(shape.colour)}"/>'
        case Stroke():
            path = "M" + "L".join(f"{x:g} {y:g}" for x, y in shape.points)
            path += "z" if shape.closed else ""
            colour = _hex(shape.colour)
            return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{shape.width:g}"/>'
        case Words():
            weight = ' font-weight="bold"' if shape.bold else ""
            return (
                f'<text x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}"{weight} '
                f'font-family="Helvetica, Arial, sans-serif" fill="{_hex(INK)}">'
                f"{escape(shape.text)}</text>"
            )
        case _:
            assert_never(shape)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


# ---- PDF


def pdf(mat: Mat) -> bytes:
    """The mat as a PDF of one page, true to size; viewers are asked not to scale it in print."""
    drawn = "\n".join(pdf_shape(shape, mat.size[1]) for shape in shapes(mat))
    return pdf_pages(f"Tableside dice mat {mat.name}", mat.size, (drawn,))


def pdf_pages(title: str, size: tuple[float, float], pages: Sequence[str], pictures: Sequence[Jpeg] = ()) -> bytes:
    """Pages of one size in millimetres, drawn by `pdf_shape` and `pdf_picture`; the title in ASCII."""
    width, height = (side * _POINTS for side in size)
    fonts = " ".join(
        f"/{key} << /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        for key, name in (("F1", "Helvetica"), ("F2", "Helvetica-Bold"))
    )
    first = 4 + len(pictures)
    held = " ".join(f"/P{at} {4 + at} 0 R" for at in range(len(pictures)))
    kids = " ".join(f"{first + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        f"<< /Title ({title}) >>".encode("ascii"),
    ]
    for data, wide, high in pictures:
        about = (
            f"/Type /XObject /Subtype /Image /Width {wide} /Height {high} /ColorSpace /DeviceRGB "
            "/BitsPerComponent 8 /Filter /DCTDecode"
        )
        objects.append(_stream(data, about))
    for at, drawn in enumerate(pages):
        about = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}] /Contents "
            f"{first + 2 * at + 1} 0 R /Resources << /Font << {fonts} >> /XObject << {held} >> >> >>"
        )
        content = f"{_POINTS:.6f} 0 0 {_POINTS:.6f} 0 0 cm\n{drawn}\n"
        objects += [about.encode("ascii"), _stream(content.encode("ascii"))]
    return _pdf_file(objects)


def _stream(data: bytes, about: str = "") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (about.encode("ascii"), len(data), data)


def _pdf_file(objects: Sequence[bytes]) -> bytes:
    """Number the objects from 1 and add the table that says where each begins."""
    data = bytearray(b"%PDF-1.7\n")
    starts = []
    for number, body in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % start for start in starts)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\n" % (len(objects) + 1)
    data += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(data)


def pdf_shape(shape: Shape, height: float) -> str:
    """One shape in millimetres; in a PDF y runs up from the bottom."""
    match shape:
        case Fill():
            rects = " ".join(f"{x:.4f} {height - y - h:.4f} {w:.4f} {h:.4f} re" for x, y, w, h in shape.rects)
            return f"{_rgb(shape.colour)} rg {rects} f"
        case Stroke():
            (x, y), *rest = shape.points
            path = f"{x:.4f} {height - y:.4f} m "
            path += " ".join(f"{x:.4f} {height - y:.4f} l" for x, y in rest)
            end = "s" if shape.closed else "S"
            return f"{_rgb(shape.colour)} RG {shape.width:.4f} w {path} {end}"
        case Words():
            text = shape.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            font = "F2" if shape.bold else "F1"
            return (
                f"BT {_rgb(INK)} rg /{font} {shape.size:.4f} Tf {shape.x:.4f} {height - shape.y:.4f} Td ({text}) Tj ET"
            )
        case _:
            assert_never(shape)


def pdf_picture(number: int, rect: Rect, height: float) -> str:
    """The picture of that number, laid into a rectangle of a page so high, in millimetres."""
    x, y, w, h = rect
    return f"q {w:.4f} 0 0 {h:.4f} {x:.4f} {height - y - h:.4f} cm /P{number} Do Q"


def _rgb(colour: Colour) -> str:
    return " ".join(f"{value / 255:.4f}" for value in colour)
