#!/usr/bin/env node
// Runs the command line from any directory: what reads TypeScript is found from here, not from where one stands.
import { register } from 'tsx/esm/api';

register();
await import('./spendwatch.ts');
