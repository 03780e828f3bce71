"""`tableside --print-completion`: shells complete commands, words and options."""

import shutil
import subprocess

import pytest

from companion import cli


def printed(capsys, shell):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--print-completion", shell])
    assert ended.value.code == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_every_command_is_completed(capsys, shell):
    text = printed(capsys, shell)
    assert [name for name in cli.COMMANDS if name not in text] == []


BASH = shutil.which("bash")


@pytest.mark.skipif(BASH is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("ses", "sessions"),
        ("sessions re", "resume rescue restore"),
        ("cards import --ti", "--title"),
        ("score --over", "--overwrite"),
    ],
)
def test_bash_completes(capsys, tmp_path, words, offered):
    path = tmp_path / "completion"
    path.write_text(printed(capsys, "bash"), encoding="utf-8")
    typed = ["tableside", *words.split()]
    program = (
        f"source {path}; COMP_WORDS=({' '.join(typed)}); COMP_CWORD={len(typed) - 1};"
        ' _shtab_tableside; echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run([BASH, "--norc", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (offered, "")


def test_a_shell_that_is_not_known_is_refused(capsys):
    with pytest.raises(SystemExit):
        cli.main(["--print-completion", "cmd"])
    assert "cmd" in capsys.readouterr().err
