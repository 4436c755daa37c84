import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const checkout = join(import.meta.dirname, '../..');
const textOf = (name: string) => readFileSync(join(checkout, name), 'utf8');

/** Why a script is not among what runs before a change is taken. */
const apart: Readonly<Record<string, string>> = {
  init: 'asks for a key; a test runs it on an untouched clone as the README does',
  package: 'makes what the same test installs',
  format: 'changes what the lint of "check" only finds',
  screenshots:
    'writes pictures, which differ from machine to machine; the tests of the browser open the same pages',
  deploy: 'needs an AWS account',
};
/** Scripts that run as a part of another one. */
const within = /^(?:pre|post)|^(?:build|types|lint|dead-code)$/;

it('every script that needs no AWS account runs before a change is taken', () => {
  const run = textOf('.ci/run');
  const { scripts } = JSON.parse(textOf('package.json'));
  const isRun = (name: string) =>
    new RegExp(`\\bnpm (?:run )?${name}(?=[ \n]|$)`, 'm').test(run) ||
    new RegExp(`^step on_node \\d+ ${name} `, 'm').test(run);
  const names = Object.keys(scripts).filter((name) => !within.test(name));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !isRun(name))).toEqual(Object.keys(apart));
});
