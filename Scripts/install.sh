#!/bin/sh
# Installs the program with its manual, completions, scenarios, schemas and header below a folder, or removes them from there.
#
#     Scripts/install.sh PROGRAM FOLDER
#     Scripts/install.sh --remove FOLDER
#
# FOLDER/share/detour/installed lists the files, and with a slash at the end the folders that had to be made.
set -eu
export LC_ALL=C

if [ $# -ne 2 ]; then
  sed -n 's/^#     //p' "$0" >&2
  exit 64
fi
program=$1
folder=$2
list=share/detour/installed
case $folder in
  /*) ;;
  *)
    echo "install: $folder: the folder must be named from / on, as in PREFIX=$HOME/.local" >&2
    exit 64
    ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/before"
[ ! -e "$folder/$list" ] || cp "$folder/$list" "$work/before"

# The list decides what is removed: names that lead out of the folder are none of ours.
if grep -q -E '^/|^$|(^|/)\.\.(/|$)' "$work/before"; then
  name=$(grep -m 1 -E '^/|^$|(^|/)\.\.(/|$)' "$work/before")
  echo "install: $folder/$list names \`$name\`, which is not below $folder; it was changed: delete that line" >&2
  exit 65
fi

# Removes what the standard input lists; of the folders those that are empty, the inner ones first.
remove() {
  sort -r | while IFS= read -r name; do
    case $name in
      */) rmdir "$folder/$name" 2>/dev/null || true ;;
      *) rm -f "$folder/$name" ;;
    esac
  done
}

if [ "$program" = --remove ]; then
  if [ ! -s "$work/before" ]; then
    echo "install: nothing of Detour is installed below $folder; name the PREFIX that \`make install\` had" >&2
    exit 65
  fi
  grep -v '/$' "$work/before" | remove
  grep '/$' "$work/before" | remove
  exit 0
fi
if [ ! -x "$program" ]; then
  echo "install: there is no program $program; \`make build\` makes one" >&2
  exit 65
fi

new=$work/new
checkout=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$new/bin" "$new/share/man/man1" "$new/share/bash-completion/completions" "$new/share/zsh/site-functions" \
  "$new/share/fish/vendor_completions.d" "$new/share/detour" "$new/include"
cp "$program" "$new/bin/detour"
"$program" man --out "$new/share/man/man1" >/dev/null
"$program" completions bash >"$new/share/bash-completion/completions/detour"
"$program" completions zsh >"$new/share/zsh/site-functions/_detour"
"$program" completions fish >"$new/share/fish/vendor_completions.d/detour.fish"
cp "$checkout"/docs/*.schema.json "$new/share/detour"
cp "$checkout/Sources/Native/CPolicy/include/detour_policy.h" "$new/include"
cp -R "$checkout/Scenarios" "$new/share/detour"
rm "$new/share/detour/Scenarios/README.md"  # it links to the documents, which are not installed
chmod -R u=rwX,go=rX "$new"
(cd "$new" && find . -type f | sed 's:^\./::' | sort) >"$work/files"

# Makes a folder, and notes it unless it was there.
grep '/$' "$work/before" >"$work/folders" || true
make_folder() {
  [ ! -d "$folder/$1" ] || return 0
  case $1 in */*) make_folder "${1%/*}" ;; esac
  mkdir "$folder/$1"
  echo "$1/" >>"$work/folders"
}

# What stands under one of the names and was not installed by this script belongs to somebody else, unless it is the same.
grep -v '/$' "$work/before" | sort >"$work/ours" || true
comm -23 "$work/files" "$work/ours" | while IFS= read -r name; do
  if [ -e "$folder/$name" ] || [ -L "$folder/$name" ]; then
    cmp -s "$new/$name" "$folder/$name" || echo "$folder/$name"
  fi
done >"$work/foreign"
if [ -s "$work/foreign" ]; then
  echo "install: $(head -n 1 "$work/foreign"): \`make install\` did not put this there; move it away, or give another PREFIX" >&2
  exit 65
fi

# Under another name first: at no time does half a file have its final name.
mkdir -p "$folder"
while IFS= read -r name; do
  make_folder "${name%/*}"
  cp "$new/$name" "$folder/$name.new"
  mv "$folder/$name.new" "$folder/$name"
done <"$work/files"

# What was installed before and is no part of this version.
grep -v -e '/$' -e "^$list\$" "$work/before" | sort | comm -23 - "$work/files" | remove
remove <"$work/folders"

{
  cat "$work/files"
  echo "$list"
  sort -u "$work/folders" | while IFS= read -r name; do [ ! -d "$folder/$name" ] || echo "$name"; done
} >"$folder/$list.new"
mv "$folder/$list.new" "$folder/$list"
echo "$folder/bin/detour"
