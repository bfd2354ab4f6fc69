/// The shells for which the program can complete command lines. Their scripts request the completions at the cursor
/// from the program.
enum Completions: String, CaseIterable {
  case bash, zsh, fish

  /// The script that the shell reads.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # bash completion for detour, made by `detour completions bash`.

    _detour() {
      local program=${COMP_WORDS[0]/#\~/$HOME} word glued= current kind
      local -a words=() endings
      COMPREPLY=()
      type -P -- "$program" >/dev/null || return 0
      # The shell breaks words at = and :, the program does not.
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if ((${#words[@]})) && [[ -n $glued || $word == [=:] ]]; then
          words[-1]+=$word
        else
          words+=("$word")
        fi
        glued=
        [[ $word != [=:] ]] || glued=yes
      done
      current=${COMP_WORDS[COMP_CWORD]}
      [[ $current != [=:] ]] || current=
      {
        read -r kind
        mapfile -t COMPREPLY
      } < <("$program" --complete "${words[@]}" 2>/dev/null)
      case $kind in
        words)
          COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
          COMPREPLY=("${COMPREPLY[@]#"${words[-1]%"$current"}"}")
          # The value follows at once.
          [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
          ;;
        files)
          endings=("${COMPREPLY[@]-}")
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(
            compgen -d -- "$current"
            for word in "${endings[@]}"; do compgen -f -X "!*$word" -- "$current"; done
          )
          ;;
        folders)
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -d -- "$current")
          ;;
      esac
    }

    complete -F _detour detour

    """#

  private static let zshScript = #"""
    #compdef detour
    # zsh completion for detour, made by `detour completions zsh`.

    _detour() {
      local -a lines options
      lines=("${(@f)$(${(Q)~words[1]} --complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
      local kind=$lines[1]
      shift lines
      case $kind in
        words)
          # The value follows at once.
          [[ $lines[1] != *= ]] || options=(-S '')
          lines=("${(@)lines//:/\\:}")
          lines=("${(@)lines/$'\t'/:}")
          _describe -t words 'what may stand here' lines "${options[@]}"
          ;;
        files)
          compset -P 1 '--*='
          if (($#lines)); then _files -g "*(${(j:|:)lines})(-.)"; else _files; fi
          ;;
        folders)
          compset -P 1 '--*='
          _files -/
          ;;
      esac
    }

    if [[ $funcstack[1] == _detour ]]; then
      _detour "$@"
    else
      compdef _detour detour
    fi

    """#

  private static let fishScript = #"""
    # fish completion for detour, made by `detour completions fish`.

    function __detour_offers
        set -l words (commandline -opc)
        # A quote may be open.
        set -l current (string replace -r '^["\']' '' -- (commandline -ct))
        set -l program (string replace -r '^~(?=/)' -- "$HOME" $words[1])
        type -q -- $program; or return
        set -l lines ($program --complete $words[2..] "$current" 2>/dev/null)
        # What is complete already of `--out=DIR`, and the rest.
        set -l option (string match -r '^--[^=]*=' -- "$current")
        set -l place (string replace -r '^--[^=]*=' '' -- "$current")
        switch "$lines[1]"
            case words
                printf '%s\n' $lines[2..]
            case files
                # Files with one of the endings, and the folders that lead to them.
                set -l endings (string escape --style=regex -- $lines[2..] | string join '|')
                for path in (complete -C "'' $place")
                    set path (string split \t -- $path)[1]
                    string match -q -r "(/|$endings)"'$' -- $path
                    and echo "$option$path"
                end
            case folders
                for path in (__fish_complete_directories "$place" '')
                    echo "$option$path"
                end
        end
    end

    complete -c detour -f -a '(__detour_offers)'

    """#
}
