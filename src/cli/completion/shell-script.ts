/** The hidden command that the scripts ask. */
export const completeCommand = 'complete';

/** The line that stands for every file. */
export const filesLine = ':files';

/** The script for one shell. */
type Script = (names: Names) => string;

interface Names {
  readonly programName: string;
  /** The same as part of a function's name. */
  readonly name: string;
  /** The command line that asks what can follow. */
  readonly ask: string;
}

const BASH: Script = ({ programName, name, ask }) => `# ${programName} completion for bash
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

const ZSH: Script = ({ programName, name, ask }) => `#compdef ${programName}
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

const FISH: Script = ({ programName, name, ask }) => `# ${programName} completion for fish
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

const SCRIPTS: Readonly<Record<string, Script>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** The shells that can be taught. */
export const shells: readonly string[] = Object.keys(SCRIPTS);

/** The script that teaches a shell a command line; empty for an unknown shell. */
export function shellScript(shell: string, programName: string): string {
  const ask = `${programName} ${completeCommand} --`;
  return SCRIPTS[shell]?.({ programName, name: programName.replaceAll('-', '_'), ask }) ?? '';
}
