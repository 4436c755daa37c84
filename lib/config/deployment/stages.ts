import * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import { type SettingMistake, SettingsError, wrongSetting } from '../settings/settings-error.ts';
import { type DeployedStages, deployedFile } from './deployed.ts';
import { Deployment, listDeploymentMistakes } from './deployment.ts';
import { describeDeploymentChanges, ledgerMistakes } from './deployment-changes.ts';

/** The settings of a stage, and remarks on them before it is deployed. */
export type StageSettings = {
  readonly name: string;
  readonly settings: Deployment;
  readonly says: readonly string[];
};

const Written = z.record(z.string(), z.record(z.string(), z.unknown()));
type Read = { readonly settings: Deployment | null; readonly mistakes: readonly SettingMistake[] };

/**
 * Reads the stages of `cdk.json` and compares them with the last deployment. Settings are only read from that file: one
 * given on a command line would be lost with the next deployment.
 * @throws SettingsError with every mistake of every stage at once.
 */
export function readStages(
  context: Readonly<Record<string, unknown>>,
  deployed: DeployedStages,
): readonly StageSettings[] {
  const written = Written.safeParse(context['stages']);
  if (!written.success) {
    const message = 'in cdk.json must be an object with the settings of each stage';
    throw wrongSetting('stages', message);
  }
  const stages = Object.entries(written.data).map(([name, settings]) => ({
    name,
    ...readStage(name, settings, context),
  }));
  const mistakes = [...findNameSlips(context), ...stages.flatMap((stage) => stage.mistakes)];
  const read = stages.flatMap(({ name, settings }) => (settings === null ? [] : [{ name, settings }]));
  for (const { name, settings } of read) {
    const last = deployed[name];
    if (last !== undefined) mistakes.push(...ledgerMistakes(name, last, settings));
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const gone = Object.keys(deployed).filter((name) => !(name in written.data));
  return read.map((stage, index) => ({
    ...stage,
    says: [...describeStageChanges(stage, deployed), ...(index === 0 ? gone.map(saysOfGone) : [])],
  }));
}

function readStage(
  stage: string,
  written: Readonly<Record<string, unknown>>,
  context: Readonly<Record<string, unknown>>,
): Read {
  const read = Deployment.safeParse(written);
  if (!read.success) {
    return {
      settings: null,
      mistakes: listDeploymentMistakes(read.error, Object.keys(Deployment.shape), [stage]),
    };
  }
  const others = Object.entries(Deployment.shape).filter(([name, schema]) => {
    if (context[name] === undefined) return false;
    const stage = schema.safeParse(context[name]);
    const own = schema.safeParse(written[name]);
    return !stage.success || JSON.stringify(stage.data) !== JSON.stringify(own.data);
  });
  const message = `is set to another value outside the stages of cdk.json: set it under stages.${stage} only`;
  return {
    settings: read.data,
    mistakes: others.map(([name]) => ({ variable: `${stage}.${name}`, message })),
  };
}

/** Returns likely slips in the names of settings, which would silently leave them unset. */
function findNameSlips(context: Readonly<Record<string, unknown>>): SettingMistake[] {
  const names = Object.keys(Deployment.shape);
  return Object.keys(context).flatMap((variable) => {
    if (variable === 'stages' || names.includes(variable)) return [];
    const guess = closest(variable, names);
    return guess === undefined ? [] : [{ variable, message: `is not a setting; did you mean ${guess}?` }];
  });
}

function describeStageChanges(
  { name, settings }: Omit<StageSettings, 'says'>,
  deployed: DeployedStages,
): readonly string[] {
  const last = deployed[name];
  if (last === undefined)
    return [`${deployedFile} has no deployment of this stage: changes of settings cannot be shown`];
  return describeDeploymentChanges(last.settings, settings);
}

const saysOfGone = (name: string): string =>
  `stage ${name} is deployed but not in cdk.json: its stack keeps running until you destroy it; then remove the stage from ${deployedFile}, too`;
