import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnParameter, Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';
import { type Zippable, zipSync } from 'fflate';
import * as z from 'zod';
import { type AddedFiles, codeContext, type FunctionCode } from '../function-code.ts';
import { addStages } from '../stages.ts';
import { licencesFile } from './third-party-licences.ts';

/** A function's code, named by its content. */
export type FunctionZip = { readonly file: string; readonly content: Uint8Array };

/** The files of a stage that are deployed without the CDK. */
export type StageRelease = {
  readonly template: object;
  /** The code of each function, by its name. */
  readonly zips: ReadonlyMap<string, FunctionZip>;
};

const CdkFile = z.object({ context: z.looseObject({ stages: z.record(z.string(), z.unknown()) }) });
const Template = z.looseObject({ Rules: z.unknown(), Parameters: z.record(z.string(), z.unknown()) });

/** Adds the template parameters for the location of the zips. */
function askForPlace(stack: Stack) {
  const bucket = { description: 'S3 bucket with the zips, in the region of the stack' };
  const prefix = { description: 'Prefix of the names of the zips, such as spendwatch/', default: '' };
  return {
    bucket: new CfnParameter(stack, 'ArtifactBucket', bucket).valueAsString,
    prefix: new CfnParameter(stack, 'ArtifactPrefix', prefix).valueAsString,
  };
}

/**
 * Returns the template of a stage, and the zips of its functions. It needs neither the CDK nor its bootstrap.
 * @param cdkFile the text of `cdk.json`
 * @param named the stage; `undefined` for the only one
 * @param built the folder of the functions that were built
 * @throws SettingsError with every mistake in the settings of the stage, and Error with those in its policy.
 */
export function releaseStage(cdkFile: string, named: string | undefined, built: string): StageRelease {
  const { context } = CdkFile.parse(JSON.parse(cdkFile));
  const all = Object.keys(context.stages);
  const [stage = ''] = named === undefined ? all : all.filter((name) => name === named);
  if (stage === '' || (named === undefined && all.length > 1))
    throw new Error(`name one of the stages in cdk.json: ${all.join(', ')}`);
  const zips = new Map<string, FunctionZip>();
  let place: ReturnType<typeof askForPlace> | undefined;
  const packFunctionCode: FunctionCode = (scope, name, added) => {
    place ??= askForPlace(Stack.of(scope));
    const zip = zipFunction(join(built, name), name, added);
    zips.set(name, zip);
    const bucket = Bucket.fromBucketName(scope, 'Code', place.bucket);
    return Code.fromBucketV2(bucket, `${place.prefix}${zip.file}`);
  };
  const app = new App({
    context: { ...context, stages: { [stage]: context.stages[stage] }, [codeContext]: packFunctionCode },
    analyticsReporting: false,
    treeMetadata: false,
  });
  addStages(app, {});
  const { template, messages } = app.synth().getStackByName(stage);
  rmSync(app.outdir, { recursive: true });
  const errors = messages.filter(({ level }) => level === SynthesisMessageLevel.ERROR);
  if (errors.length > 0) throw new Error(errors.map(({ entry }) => String(entry.data)).join('\n'));
  // The CDK's bootstrap, which its rule and its parameter require, is not used.
  const { Rules: _, Parameters, ...others } = Template.parse(template);
  const { BootstrapVersion: _b, ...parameters } = Parameters;
  return { template: { ...others, Parameters: parameters }, zips };
}

/** The time of all files in a zip, the oldest possible one, so that equal content gives equal bytes; it has no time zone. */
const always = '1980-01-01T00:00:00';

/** Packs the code of a function with the files that its deployment adds. */
function zipFunction(folder: string, name: string, added: AddedFiles): FunctionZip {
  const code = ['index.js', 'index.js.map', licencesFile].map((file) => [
    file,
    readFileSync(join(folder, file)),
  ]);
  const files = Object.entries(added).map(([file, text]) => [file, new TextEncoder().encode(text)]);
  const entries: Zippable = Object.fromEntries([...code, ...files]);
  const content = zipSync(entries, { level: 9, mtime: always, os: 3, attrs: 0o644 << 16 });
  return { file: `${name}.${sha256(content).slice(0, 16)}.zip`, content };
}

/** Returns the digest of a file, as `sha256sum` shows it. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');
