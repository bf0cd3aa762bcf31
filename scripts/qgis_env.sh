# SPDX-License-Identifier: GPL-2.0-or-later
# The environment in which QGIS runs without a screen and without the user's profile. To be sourced.
unset PROJ_LIB PROJ_DATA GDAL_DATA
# Compiled files are kept: hundreds of processes of a run, and each that collects tests, would compile all anew.
unset PYTHONDONTWRITEBYTECODE
# Without a locale, Qt would read "1978–1982" in an argument as ASCII.
[[ "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" =~ [Uu][Tt][Ff]-?8 ]] || export LC_ALL=C.UTF-8
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
if [ -z "${GEODEID_SCRATCH:-}" ]; then
    GEODEID_SCRATCH=$(mktemp -d)
    export GEODEID_SCRATCH
    trap 'rm -rf "$GEODEID_SCRATCH"' EXIT
fi
export XDG_RUNTIME_DIR="$GEODEID_SCRATCH/run"
export QGIS_CUSTOM_CONFIG_PATH="$GEODEID_SCRATCH/profile"
mkdir -p "$XDG_RUNTIME_DIR" "$QGIS_CUSTOM_CONFIG_PATH"
chmod 700 "$XDG_RUNTIME_DIR"

# Debian 12 ships a wrapper that does not start; the program behind it does.
qgis_process() {
    if [ -x /usr/bin/qgis_process.bin ]; then
        /usr/bin/qgis_process.bin "$@"
    else
        command qgis_process "$@"
    fi
}
