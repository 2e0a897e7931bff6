#!/bin/sh
# The tests that depend on the machine, and the demonstration, on machines that offer less than this one.
#
#   tests/tools/settings.sh                          all settings that this machine can play
#   tests/tools/settings.sh no-compiler              one of them: as-it-is no-compiler no-32-bit no-namespaces user
#   tests/tools/settings.sh user tests/unit/app      with these arguments of pytest instead
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# A folder in front of PATH that hides nothing, or the whole of PATH without some names.
path_without_compilers() {
    mkdir -p "$work/bin"
    old_ifs=$IFS; IFS=:
    for folder in $PATH; do
        for file in "$folder"/*; do
            case ${file##*/} in
                cc | c89* | c99* | gcc | gcc-[0-9]* | clang* | tcc | *-gcc | *-gcc-[0-9]*) ;;
                *) [ -e "$work/bin/${file##*/}" ] || ln -s "$file" "$work/bin/" ;;
            esac
        done
    done
    IFS=$old_ifs
    PATH=$work/bin
}

# As where only the compiler itself is installed: for -m32 there are no headers, no libraries and no start files.
path_without_32_bits() {
    mkdir -p "$work/bin"
    for name in cc gcc; do
        real=$(command -v "$name") || continue
        cat > "$work/bin/$name" <<END
#!/bin/sh
narrow= alone=
for argument; do
    case \$argument in
        -m32) narrow=yes ;;
        -c | -E | -S | -M | -MM | -nostdlib | -print-*) alone=yes ;;
    esac
done
[ "\$narrow" ] || exec "$real" "\$@"
case " \$* " in *" -print-file-name=libc.a "*) echo libc.a; exit ;; esac
[ "\$alone" ] || { echo "/usr/bin/ld: cannot find -lgcc: No such file or directory" >&2; exit 1; }
exec "$real" --sysroot=/nonexistent "\$@"
END
        chmod +x "$work/bin/$name"
    done
    PATH=$work/bin:$PATH
}

tests() {
    if [ $# -eq 0 ]; then
        set -- tests/unit/witness/c tests/unit/witness/svcomp tests/unit/frontends/c tests/unit/supervise tests/unit/app \
            tests/unit/report tests/unit/solve/test_killable.py tests/differential tests/attack/test_isolation.py \
            tests/attack/test_known_cases.py
    fi
    "$root/.venv/bin/pytest" -q -p no:cacheprovider "$@"
}

# The demonstration, then the tests, as they are from here on.
everything() {
    export PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY="$work/hypothesis" TMPDIR="$work" HOME="$work"
    make -s demo BUILD="$work/build" > "$work/demo.txt" 2>&1 || { cat "$work/demo.txt"; exit 1; }
    tests "$@"
}

run() (
    setting=$1
    shift
    printf '\n== %s\n' "$setting"
    case $setting in
        as-it-is) everything "$@" ;;
        no-compiler) path_without_compilers; everything "$@" ;;
        no-32-bit) path_without_32_bits; everything "$@" ;;
        no-namespaces)
            unshare --user --map-root-user true || { echo "cannot be played here"; exit 0; }
            # Within a namespace of its own nobody may make another one.
            exec unshare --user --map-root-user sh -c '
                for kind in cgroup ipc mnt net pid user uts; do echo 0 > /proc/sys/user/max_${kind}_namespaces; done
                exec "$0" as-it-is "$@"' "$root/tests/tools/settings.sh" "$@" ;;
        user)
            [ "$(id -u)" -eq 0 ] || { echo "the same as as-it-is: you are not root"; exit 0; }
            as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
            $as_nobody sh -c '.venv/bin/python -c ""' 2> /dev/null || { echo "cannot be played here: others may not run .venv"; exit 0; }
            exec $as_nobody "$root/tests/tools/settings.sh" as-it-is "$@" ;;
        *) echo "no such setting: $setting" >&2; exit 2 ;;
    esac
)

if [ $# -eq 0 ]; then
    for setting in as-it-is no-compiler no-32-bit no-namespaces user; do run "$setting"; done
else
    run "$@"
fi
