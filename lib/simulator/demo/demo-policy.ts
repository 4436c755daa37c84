import { readFile } from 'node:fs/promises';
import { readPolicy } from '../../config/policy/read-policy.ts';
import type { Policy } from '../../model/rules/policy.ts';

/** Reads the policy of the demo, which its scenario is designed for. */
export async function demoPolicy(): Promise<Policy> {
  const file = new URL('demo.yaml', import.meta.url);
  return readPolicy(await readFile(file, 'utf8'), 'demo.yaml');
}
