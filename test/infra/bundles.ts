import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { buildFunctions } from '../../bin/build-functions.ts';
import { codeContext, createBuiltCode } from '../../lib/infra/function-code.ts';
import { SpendwatchStack, type SpendwatchStackProps } from '../../lib/infra/stages.ts';
import { props, resourceIn } from './a-stack.ts';

const Code = z.object({ Code: z.object({ S3Key: z.string() }) });

/** The functions of the stack, and how their names begin in the template. The last ones are optional. */
export const functions = {
  Watch: 'SpendwatchWatch',
  Act: 'SpendwatchAct',
  Alarm: 'SpendwatchHealthAlarm',
  Digest: 'SpendwatchDigest',
  Push: 'SpendwatchPushReceiver',
  Answer: 'SpendwatchAnswerReceiver',
};
export type FunctionName = keyof typeof functions;

/** Where this process has the built functions. */
let built: string | undefined;
function functionsBuilt(): string {
  if (built !== undefined) return built;
  const folder = mkdtempSync(join(tmpdir(), 'spendwatch-functions-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  buildFunctions(folder);
  built = folder;
  return folder;
}

/** A stack with the code of its functions, and where that is. */
export function bundledStack(overrides: Partial<SpendwatchStackProps> = {}) {
  const app = new App({ context: { [codeContext]: createBuiltCode(functionsBuilt()) } });
  const template = Template.fromStack(new SpendwatchStack(app, 'Spendwatch', { ...props, ...overrides }));
  const folderOf = (name: FunctionName): string => {
    const { properties } = resourceIn(template, 'AWS::Lambda::Function', functions[name]);
    return join(app.outdir, `asset.${Code.parse(properties).Code.S3Key.replace('.zip', '')}`);
  };
  const folders = readdirSync(app.outdir)
    .filter((file) => file.startsWith('asset.'))
    .map((folder) => join(app.outdir, folder));
  return { outdir: app.outdir, template, folders, folderOf };
}
