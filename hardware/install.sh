#!/usr/bin/env bash
# Installs what the boards' checks need: KiCad 9 with its libraries, and ngspice. Does nothing if they are there.
# Debian 12 gets KiCad from bookworm-backports (its own KiCad 6 has no command line), Debian 13 has it.
# Exit status 2 with one line that says what is wrong if they are not there in the end.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
share=${KICAD_SHARE:-/usr/share/kicad}
etc=${APT_ETC:-/etc/apt}
sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo

fail() {
    echo "hardware/install.sh: $*" >&2
    exit 2
}

has_kicad() {
    [[ "$(kicad-cli version 2>/dev/null || true)" == 9.* ]] && [ -d "$share/symbols" ] && [ -d "$share/footprints" ]
}

apt() {
    $sudo apt-get -o Acquire::Retries=3 -o DPkg::Lock::Timeout=120 -qq "$@"
}

# No pipes into grep -q: it closes them early, and pipefail would take that for a failure.
offered() {
    [[ "$(apt-cache madison kicad 2>/dev/null || true)" =~ \|\ *9\. ]]
}

install_kicad() {
    local suite=()
    if ! offered; then
        local codename mirror
        codename=$(sed -n 's/^VERSION_CODENAME=//p' "${OS_RELEASE:-/etc/os-release}" || true)
        [ "$codename" = bookworm ] ||
            fail "KiCad 9 is not in this system's package sources (${codename:-unknown system}): install it from kicad.org"
        mirror=$(grep -rhoE '^[^#]*https?://[^ ]+/debian/?( |$)' "$etc/sources.list" "$etc/sources.list.d" 2>/dev/null |
            grep -oE 'https?://[^ ]+' | head -n 1 || true)
        [ -n "$mirror" ] || fail "no Debian source found in $etc: add bookworm-backports by hand, then run this again"
        printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\nSigned-By: %s\n' \
            "$mirror" /usr/share/keyrings/debian-archive-keyring.gpg |
            $sudo tee "$etc/sources.list.d/bookworm-backports.sources" >/dev/null
        apt update || fail "apt-get update failed: see above"
        offered || fail "bookworm-backports does not offer KiCad 9: see apt-cache policy kicad"
    fi
    if [[ "$(apt-cache policy 2>/dev/null || true)" == *n=bookworm-backports* ]]; then
        suite=(-t bookworm-backports)
    fi
    apt install -y --no-install-recommends "${suite[@]}" kicad kicad-symbols kicad-footprints >/dev/null ||
        fail "apt-get could not install KiCad: see above"
}

if ! has_kicad || ! command -v ngspice >/dev/null; then
    command -v apt-get >/dev/null || fail "KiCad 9 or ngspice is missing and there is no apt-get: install them by hand"
    apt update || fail "apt-get update failed: see above"
    has_kicad || install_kicad
    command -v ngspice >/dev/null || apt install -y --no-install-recommends ngspice >/dev/null ||
        fail "apt-get could not install ngspice: see above"
fi
has_kicad || fail "kicad-cli 9 with $share/symbols and footprints is still missing"
command -v ngspice >/dev/null || fail "ngspice is still missing"
echo "KiCad $(kicad-cli version), $(ngspice --version | grep -oE 'ngspice-[0-9.]+' | head -n 1)"
