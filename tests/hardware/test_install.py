"""The script that installs KiCad says so when it fails, and never passes without it. Run on a made-up system."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "hardware" / "install.sh"
TOOLS = ("bash", "sed", "grep", "head", "tee", "id", "cat", "touch")
MIRROR = "Types: deb\nURIs: http://deb.example/debian\nSuites: bookworm\n"


class System:
    """A PATH of our own with the programs that a test puts there; ``apt-get`` writes down what it is asked for."""

    def __init__(self, folder: Path):
        self.bin, self.etc, self.share = folder / "bin", folder / "apt", folder / "share"
        self.asked, self.release = folder / "asked", folder / "os-release"
        for made in (self.bin, self.etc / "sources.list.d", self.share):
            made.mkdir(parents=True)
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.program("sudo", '"$@"')
        self.release.write_text("ID=debian\nVERSION_CODENAME=bookworm\n")

    def program(self, name, body):
        path = self.bin / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        path.chmod(0o755)

    def kicad(self, version="9.0.8", libraries=True):
        self.program("kicad-cli", f"echo {version}")
        if libraries:
            for name in ("symbols", "footprints"):
                (self.share / name).mkdir(exist_ok=True)

    def ngspice(self):
        self.program("ngspice", "echo '** ngspice-39 : Circuit level simulation program'")

    def apt(self, offers="", install="true"):
        """``offers``: KiCad's versions; ``install``: what installing does."""
        self.program("apt-get", f'echo "$*" >> {self.asked}\ncase "$*" in *install*) {install};; esac')
        lines = "".join(f" kicad | {version} | http://deb.example/debian\\n" for version in offers.split())
        self.program("apt-cache", f"case $1 in madison) printf '{lines}';; policy) echo n=bookworm-backports;; esac")

    def run(self):
        environment = {"PATH": self.bin, "KICAD_SHARE": self.share, "APT_ETC": self.etc, "OS_RELEASE": self.release}
        return subprocess.run([self.bin / "bash", SCRIPT], env=environment, capture_output=True, text=True, timeout=20)


@pytest.fixture
def system(tmp_path):
    return System(tmp_path)


def test_what_is_there_is_not_installed_again(system):
    system.kicad()
    system.ngspice()
    system.apt()
    done = system.run()
    assert (done.returncode, done.stdout) == (0, "KiCad 9.0.8, ngspice-39\n")
    assert not system.asked.exists()


@pytest.mark.parametrize("version", ["6.0.11", None])
def test_without_any_way_to_install_it_fails_loudly(system, version):
    if version:
        system.kicad(version)
    system.ngspice()
    done = system.run()
    assert done.returncode == 2 and "there is no apt-get" in done.stderr


def test_a_debian_12_gets_its_backports(system):
    """What is offered appears once the source is there; the libraries come with the install."""
    (system.etc / "sources.list.d" / "debian.sources").write_text("# http://old.example/debian\n" + MIRROR)
    added = system.etc / "sources.list.d" / "bookworm-backports.sources"
    made = f"mkdir -p {system.share}/symbols {system.share}/footprints; echo 'echo 9.0.8' > {system.bin}/kicad-cli"
    for tool in ("mkdir", "chmod"):
        (system.bin / tool).symlink_to(shutil.which(tool))
    system.apt(install=f"{made}; chmod +x {system.bin}/kicad-cli; cp {system.bin}/ready {system.bin}/ngspice")
    (system.bin / "cp").symlink_to(shutil.which("cp"))
    system.program("ready", "echo ngspice-39")
    system.program("apt-cache", f"[ ! -e {added} ] || case $1 in madison) echo ' kicad | 9.0.8 | x';; "
                   "policy) echo n=bookworm-backports;; esac")  # fmt: skip
    done = system.run()
    assert done.returncode == 0, done.stderr
    assert "URIs: http://deb.example/debian\n" in added.read_text()
    assert "-t bookworm-backports kicad kicad-symbols kicad-footprints" in system.asked.read_text()


@pytest.mark.parametrize(
    ("release", "sources", "message"),
    [
        ("VERSION_CODENAME=noble\n", MIRROR, "KiCad 9 is not in this system's package sources (noble)"),
        ("", MIRROR, "(unknown system)"),
        ("VERSION_CODENAME=bookworm\n", "", "no Debian source found"),
        ("VERSION_CODENAME=bookworm\n", MIRROR, "bookworm-backports does not offer KiCad 9"),
    ],
)
def test_a_system_that_cannot_have_it_is_named(system, release, sources, message):
    system.release.write_text(release)
    (system.etc / "sources.list.d" / "debian.sources").write_text(sources)
    system.ngspice()
    system.apt(offers="6.0.11 8.0.1")
    done = system.run()
    assert done.returncode == 2 and message in done.stderr


def test_an_install_that_did_nothing_is_no_success(system):
    system.ngspice()
    system.apt(offers="9.0.8")
    done = system.run()
    assert done.returncode == 2 and "still missing" in done.stderr


def test_an_install_that_fails_is_no_success(system):
    system.ngspice()
    system.apt(offers="9.0.8", install="exit 100")
    done = system.run()
    assert done.returncode == 2 and "could not install KiCad" in done.stderr


def test_kicad_without_its_libraries_does_not_count(system):
    system.kicad(libraries=False)
    system.ngspice()
    system.apt(offers="9.0.8")
    assert system.run().returncode == 2


def test_checks_stop_where_kicad_is_missing(tmp_path, monkeypatch):
    """``hardware.build --check`` never passes without ``kicad-cli``."""
    from hardware import build

    monkeypatch.setenv("PATH", str(tmp_path))
    assert build.main(check_only=True, pictures=False) == 2
    assert os.environ["PATH"] == str(tmp_path)
