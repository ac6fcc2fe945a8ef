import { programName } from '../defaults.ts';

/** The hidden command that the scripts ask. */
export const completeCommand = 'complete';

/** The line that stands for every file. */
export const filesLine = ':files';

const ask = `${programName} ${completeCommand} --`;
const name = programName.replaceAll('-', '_');

const BASH = `# ${programName} completion for bash
_${name}() {
  local line word=\${COMP_WORDS[COMP_CWORD]} IFS=$'\\n'
  COMPREPLY=()
  for line in $(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    if [ "$line" = ${filesLine} ]; then
      [ "$word" != = ] || word=
      COMPREPLY+=($(compgen -f -- "$word"))
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("\${line%%$'\\t'*}")
    fi
  done
}
complete -F _${name} ${programName}
`;

const ZSH = `#compdef ${programName}
# ${programName} completion for zsh
_${name}() {
  local line
  local -a values
  for line in "\${(@f)$(${ask} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line = ${filesLine} ]]; then
      _files
    elif [[ -n $line ]]; then
      values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( $#values )) && _describe ${programName} values
}
compdef _${name} ${programName}
`;

const FISH = `# ${programName} completion for fish
function __${name}
  set -l words (commandline -opc) (commandline -ct)
  for line in (${ask} $words[2..-1] 2>/dev/null)
    if test "$line" = ${filesLine}
      __fish_complete_path (commandline -ct)
    else
      echo $line
    end
  end
end
complete -c ${programName} -f -a '(__${name})'
`;

/** The script that teaches a shell the command line, by the shell's name. */
export const shellScripts: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
