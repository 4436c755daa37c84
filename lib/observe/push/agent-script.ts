import { readFileSync } from 'node:fs';

/** Returns the agent: a script for any POSIX shell. */
export const agentScript = (): string => readFileSync(new URL('agent.sh', import.meta.url), 'utf8');
