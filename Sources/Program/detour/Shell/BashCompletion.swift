/// The completion of command lines in bash.
///
/// Words are read as the program reads them, options with their values first, so that it is known whose value or which operand
/// stands at the cursor.
enum BashCompletion {
  static var script: String {
    let names = Command.all.map(\.name)
    let first = names + ["help"] + Completions.ownOptions.flatMap(\.names)
    let lists = Completions.lists.map { "\($0.name)='\($0.words.joined(separator: " "))'" }
    return frame.replacing("@LISTS@", with: lists.joined(separator: "\n")).replacing(
      "@FIRST@", with: first.joined(separator: " ")
    )
    .replacing("@COMMANDS@", with: names.joined(separator: " "))
    .replacing("@COUNTS@", with: counts.joined(separator: "\n"))
    .replacing("@VALUES@", with: values.joined(separator: "\n"))
    .replacing("@OPTIONS@", with: options.joined(separator: "\n"))
    .replacing("@OPERANDS@", with: operands.joined(separator: "\n"))
  }

  /// The number of words that the values of options take, by command.
  private static var counts: [String] {
    Command.all.flatMap { command in
      (1...2).compactMap { count in
        let names = command.everyOption.filter { $0.wordCount == count }.flatMap(\.names)
        return names.isEmpty ? nil : branch(names.map { "\(command.name):\($0)" }, "awaited=\(count)")
      }
    }
  }

  /// The completion of the values of options, by verb, and by command where no verb stands there.
  private static var values: [String] {
    Command.all.flatMap { command in
      command.verbs.flatMap { values($0.allOptions, "\(command.name):\($0.word)") }
        + values(command.everyOption, "\(command.name):*")
    }
  }

  private static func values(_ options: [Option], _ head: String) -> [String] {
    options.compactMap { option in
      action(option.kind).map { branch(option.names.map { "\(head):\($0)" }, $0) }
    }
  }

  private static var options: [String] {
    Command.all.flatMap { command in
      let verbs = command.verbs.map { verb in
        branch(["\(command.name):\(verb.word)"], offer(verb.allOptions.flatMap(\.names)))
      }
      let own = branch(["\(command.name):*"], offer(command.allOptions.flatMap(\.names)))
      return verbs + [own]
    }
  }

  private static var operands: [String] {
    Command.all.flatMap { command in
      let verbs = command.verbs.flatMap { verb in
        branches("\(command.name):\(verb.word)", verb.operands, from: 1)
      }
      let words = command.firstWords
      let first = command.verbs.isEmpty ? [] : [branch(["\(command.name)::0"], offer(words))]
      return first + verbs + branches("\(command.name):*", command.operands, from: 0)
    }
  }

  /// A branch for each place at which one of `operands` stands, the first at `begin`.
  private static func branches(_ head: String, _ operands: [Operand], from begin: Int) -> [String] {
    var place = begin
    return operands.compactMap { operand in
      let places = place..<place + operand.count.upperBound
      place = places.upperBound
      let patterns = places.count > 9 ? ["\(head):*"] : places.map { "\(head):\($0)" }
      return action(operand.kind).map { branch(patterns, $0) }
    }
  }

  /// The command that offers values of the kind; nil where there is nothing to offer.
  private static func action(_ kind: ValueKind) -> String? {
    switch kind {
    case .text, .number: nil
    case .file(let endings): (["_detour_files"] + endings).joined(separator: " ")
    case .path: "_detour_files"
    case .folder: "_detour_folders"
    case .list(let words): "_detour_list " + words.joined(separator: " ")
    case .wordAndNumber(let words): "((awaited == 1)) || " + offer(words)
    case .words, .known, .command: offer(kind.words)
    }
  }

  private static func offer(_ words: [String]) -> String {
    precondition(
      words.allSatisfy { $0.allSatisfy { $0.isASCII && !" \"'\\$`*?[]{}()<>|;&!#~".contains($0) } })
    return "_detour_offer " + (Completions.list(words).map { "$" + $0 } ?? words.joined(separator: " "))
  }

  private static func branch(_ patterns: [String], _ action: String) -> String {
    "      \(patterns.joined(separator: " | "))) \(action) ;;"
  }

  private static let frame = #"""
    # bash completion for detour, made by `detour completions bash`.

    @LISTS@

    # Offers those of the words that begin as what stands at the cursor.
    _detour_offer() {
      mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
      # The value follows at once.
      [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
    }

    # The same for the last of a list with commas.
    _detour_list() {
      local before=
      [[ $current != *,* ]] || before=${current%,*},
      mapfile -t COMPREPLY < <(compgen -P "$before" -W "$*" -- "${current##*,}")
    }

    _detour_folders() {
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
    }

    # Offers files with one of the endings, all where none is given, and the folders that lead to them.
    _detour_files() {
      local ending found
      compopt -o filenames 2>/dev/null
      if (($# == 0)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      for ending; do
        mapfile -t found < <(compgen -f -X "!*.$ending" -- "$current")
        COMPREPLY+=("${found[@]}")
      done
    }

    _detour() {
      local word glued= command option= verb= current
      local -i awaited=0 place=0
      local -a words=()
      COMPREPLY=()
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
      current=${words[-1]}
      unset 'words[-1]'
      if ((${#words[@]} == 0)); then
        _detour_offer @FIRST@
        return
      fi
      command=${words[0]}
      if [[ $command == help ]]; then
        _detour_offer @COMMANDS@
        return
      fi
      for word in "${words[@]:1}"; do
        if ((awaited > 0)); then
          awaited+=-1
          continue
        fi
        case $word in
          --*=*) ;;
          -?*)
            option=$word
            _detour_awaited
            ;;
          *)
            ((place > 0)) || verb=$word
            place+=1
            ;;
        esac
      done
      if ((awaited == 0)) && [[ $current == --*=* ]]; then
        option=${current%%=*}
        current=${current#*=}
        _detour_awaited
        ((awaited > 0)) || return
      fi
      if ((awaited > 0)); then
        _detour_value
      elif [[ $current == -* ]]; then
        _detour_options
      else
        _detour_operand
      fi
    }

    # How many words the value of the option takes.
    _detour_awaited() {
      case $command:$option in
    @COUNTS@
      esac
    }

    _detour_value() {
      case $command:$verb:$option in
    @VALUES@
      esac
    }

    _detour_options() {
      case $command:$verb in
    @OPTIONS@
      esac
    }

    _detour_operand() {
      case $command:$verb:$place in
    @OPERANDS@
      esac
    }

    complete -F _detour detour

    """#
}
