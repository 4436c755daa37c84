import { printable } from '../../service/printable.ts';

/** Words that YAML does not read as text. Text that does not start with a letter is quoted anyway. */
const notText = /^(true|false|null|yes|no|on|off|y|n)$/i;

/** Quotes a text for YAML where needed, also within braces. */
export const quoted = (text: string): string =>
  /^[A-Za-z][\w.-]*$/.test(text) && !notText.test(text) ? text : JSON.stringify(text);

/** Returns a glob that matches a name. Brackets, braces and "!", which a glob may not contain, become "?". */
export const globFor = (name: string): string => quoted(name.replace(/[[\]{}!]/g, '?'));

const longestName = 64;

/** Returns a function that makes valid, unique names of rules. */
export function ruleNames(): (name: string) => string {
  const names = new Set<string>();
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
      if (names.has(fitting)) continue;
      names.add(fitting);
      return /^[\w][\w .-]*$/.test(fitting) && /^[A-Za-z]/.test(fitting) && !notText.test(fitting)
        ? fitting
        : JSON.stringify(fitting);
    }
  };
}
