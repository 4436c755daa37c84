/** The name of the program, with which texts begin its commands. */
export const programName = 'spendwatch';

/** The names of all commands. */
export const commandNames = [
  'demo',
  'simulator',
  'init',
  'policy',
  'doctor',
  'test-alert',
  'alive',
  'agent',
  'connections',
  'recover',
  'run',
  'once',
  'status',
  'spend',
  'vms',
  'idle',
  'waste',
  'budgets',
  'alerts',
  'actions',
  'savings',
  'dashboard',
  'export',
  'explain',
  'mcp',
  'replay',
  'keep',
  'unkeep',
  'approve',
  'deny',
  'silence',
  'unsilence',
  'pause',
  'resume',
  'stop',
  'start',
  'believe',
  'forget',
  'overrides',
  'revoke',
];

const afterName = ['\\[options\\]', '<command>', '--help', ...commandNames].join('|');

const forRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Returns a text in which commands begin with the words that start the program where the text is read, instead of
 * its name. Commands that already begin so are unchanged.
 */
export function runnable(text: string, command: string): string {
  if (command === programName || !text.includes(programName)) return text;
  const before = command.endsWith(` ${programName}`) ? command.slice(0, -programName.length) : null;
  const notBefore = before === null ? '' : `(?<!${forRegExp(before)})`;
  const named = new RegExp(`(?<![\\w/.-])${notBefore}${programName}(?=\\s+(?:${afterName})(?![\\w-]))`, 'g');
  return text.replaceAll(named, () => command);
}
