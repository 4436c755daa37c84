import { readFile } from 'node:fs/promises';
import { readPolicy } from '../config/policy/read-policy.ts';
import type { Policy } from '../state/policy.ts';

/** Returns the text of the demo's policy, for which the scenario is designed. */
export const demoPolicyText = (): Promise<string> => readFile(new URL('demo.yaml', import.meta.url), 'utf8');

export const demoPolicy = async (): Promise<Policy> => readPolicy(await demoPolicyText(), 'demo.yaml');
