import { printable } from '../../service/marks.ts';

/** Words that YAML takes for something else than text; what begins with no letter is quoted anyway. */
const notText = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** A text as YAML has it, within braces too. */
export const quoted = (text: string): string =>
  /^[A-Za-z][\w.-]*$/.test(text) && !notText.test(text) ? text : JSON.stringify(text);

/** A glob that fits a name. Brackets and exclamation marks, which a glob may not have, are any character. */
export const globFor = (name: string): string => quoted(name.replace(/[[\]{}!]/g, '?'));

const longestName = 64;

/** Makes names of rules: what a rule's name may not have is left out, and none comes twice. */
export function ruleNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const clean = printable(wanted)
      .replace(/[\p{C}\p{Zl}\p{Zp}#]/gu, '-')
      .trim();
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` ${count}`;
      const name = `${[...clean]
        .slice(0, longestName - suffix.length)
        .join('')
        .trim()}${suffix}`;
      // Characters beyond the basic plane count twice.
      const fitting = name.length <= longestName ? name : `rule${suffix}`;
      if (taken.has(fitting)) continue;
      taken.add(fitting);
      return /^[\w][\w .-]*$/.test(fitting) && /^[A-Za-z]/.test(fitting) && !notText.test(fitting)
        ? fitting
        : JSON.stringify(fitting);
    }
  };
}
