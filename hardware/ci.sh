#!/usr/bin/env bash
# Installs KiCad 9 and ngspice on Debian 12 if they are missing, then checks the boards: ERC, DRC with schematic parity,
# the tests that need these programs. Uses the project's virtual environment (make setup).
set -euo pipefail
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive
sudo=""
[ "$(id -u)" -eq 0 ] || sudo=sudo

if ! command -v kicad-cli >/dev/null || [[ "$(kicad-cli version)" != 9.* ]]; then
    # Debian 12 itself has KiCad 6, which has no command line.
    if ! grep -rqs bookworm-backports /etc/apt/sources.list /etc/apt/sources.list.d; then
        mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null |
            head -1 | tr -d ' ' || true)
        if [ -z "$mirror" ]; then
            echo "no Debian source found in /etc/apt: add bookworm-backports by hand, then run this again" >&2
            exit 2
        fi
        printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\nSigned-By: %s\n' \
            "$mirror" /usr/share/keyrings/debian-archive-keyring.gpg |
            $sudo tee /etc/apt/sources.list.d/bookworm-backports.sources >/dev/null
    fi
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends -t bookworm-backports kicad kicad-symbols kicad-footprints >/dev/null
fi
if ! command -v ngspice >/dev/null; then
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends ngspice >/dev/null
fi

.venv/bin/python -m hardware.pin_table --check
.venv/bin/python -m hardware.kicad.project --check
.venv/bin/python -m hardware.build --check
.venv/bin/python -m pytest -q tests/hardware
