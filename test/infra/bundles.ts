import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { SpendwatchStack, type SpendwatchStackProps } from '../../lib/infra/spendwatch-stack.ts';
import { props, resourceIn } from './a-stack.ts';

const Code = z.object({ Code: z.object({ S3Key: z.string() }) });

/** A stack whose functions are bundled by esbuild, and where. */
export function bundledStack(overrides: Partial<SpendwatchStackProps> = {}) {
  const app = new App();
  const template = Template.fromStack(new SpendwatchStack(app, 'Spendwatch', { ...props, ...overrides }));
  const folderOf = (name: 'Watch' | 'Act'): string => {
    const { properties } = resourceIn(template, 'AWS::Lambda::Function', `Spendwatch${name}`);
    return join(app.outdir, `asset.${Code.parse(properties).Code.S3Key.replace('.zip', '')}`);
  };
  return { outdir: app.outdir, template, folders: { Watch: folderOf('Watch'), Act: folderOf('Act') } };
}
