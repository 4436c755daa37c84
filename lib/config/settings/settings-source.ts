import type * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import { parseAddress } from '../../model/parse-address.ts';
import { pathInWords } from '../policy/explain.ts';
import { type Path, readYaml } from '../policy/yaml-source.ts';
import { mayBeKey } from './may-be-key.ts';
import { type SettingMistake, SettingsError } from './settings-error.ts';

/** Returns the name of a setting in a file: "poll-interval" for "pollInterval". */
export const writtenName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const nameInCode = (written: string): string =>
  written.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const written = (path: Path): Path =>
  path.map((step) => (typeof step === 'string' ? writtenName(step) : step));

/** The settings of a file, by their names in code. */
export type SettingsSource = {
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Returns a setting with its place, for a mistake: "settings.yaml:7 connections[0].address". */
  readonly named: (path: Path, part?: 'key' | 'value') => string;
};

/** Parses a settings file. @throws SettingsError with every mistake of form at once, or if it may contain a key. */
export function readSource(text: string, file: string): SettingsSource {
  const { faults, data } = readYaml(text, 'a settings file');
  const mistakes: SettingMistake[] = [
    ...findKeyLines(text).map((line) => ({ variable: `${file}:${line}`, message: holdsKey })),
    ...faults.map(({ line, message }) => ({ variable: `${file}:${line}`, message })),
  ];
  const value = data?.value ?? {};
  if (data !== undefined && (typeof value !== 'object' || Array.isArray(value)))
    mistakes.push({
      variable: `${file}:1`,
      message: 'is not a mapping of settings, such as connections: []',
    });
  // Nothing else is reported of a text that may contain a key, because it may be another file altogether.
  if (data === undefined || mistakes.length > 0) throw new SettingsError(mistakes);
  const named = (path: Path, part: 'key' | 'value' = 'value') => {
    const place = written(path);
    return `${file}:${data.placeOf(place, part).line} ${pathInWords(place)}`;
  };
  const misnamed = listNamePaths(value).filter((path) => {
    const name = String(path.at(-1));
    return writtenName(nameInCode(name)) !== name || /[A-Z_]/.test(name);
  });
  if (misnamed.length > 0)
    throw new SettingsError(
      misnamed.map((path) => {
        const name = String(path.at(-1));
        const place = `${file}:${data.placeOf(path, 'key').line} ${pathInWords(path)}`;
        const suggestion = name
          .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
          .replaceAll('_', '-')
          .toLowerCase();
        return { variable: place, message: `is not a setting; did you mean ${suggestion}?` };
      }),
    );
  return { file, value: { ...Object(inCode(value)) }, named };
}

const holdsKey =
  'holds what looks like a key or a secret: keep it in a file that only you can read, in an environment variable or in an SSM parameter, and name that place here (file:/path, env:NAME or ssm:/parameter); replace the key if others can read this file';

/** Returns the numbers of lines that may contain a key, including comments. */
function findKeyLines(text: string): readonly number[] {
  const lines = text.split('\n').map((line) => line.match(/[^\s"'`,;()[\]{}]+/g) ?? []);
  return lines.flatMap((words, index) => (words.some(showsKey) ? [index + 1] : []));
}

/** True if a word may be a key. Names of hosts, workspaces and resources of AWS look random too, but are no secrets. */
function showsKey(word: string): boolean {
  if (/^arn:aws[\w-]*:/.test(word)) return false;
  const [, place] = /^(?:file|env|ssm):(.*)$/.exec(word) ?? [];
  if (place !== undefined) return mayBeKey(place);
  const address = /^[a-z]+:\/\//.test(word) ? parseAddress(word) : null;
  if (address === null) return mayBeKey(word);
  const { hostname, pathname, username, password, search } = address;
  if (username || password) return true;
  const isWorkspace = /^aps-workspaces\.[a-z\d-]+\.amazonaws\.com$/.test(hostname);
  return !isWorkspace && [...pathname.split('/'), ...search.split(/[?&=]/)].some(mayBeKey);
}

/** Returns the paths of all names. */
function listNamePaths(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => listNamePaths(item, [...path, index]));
  return Object.entries(value).flatMap(([name, below]) => [
    [...path, name],
    ...listNamePaths(below, [...path, name]),
  ]);
}

/** Returns data with the names of settings in code. */
function inCode(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inCode);
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [nameInCode(name), inCode(below)]));
}

/** Returns the mistake for an unknown setting, with the closest known name. */
export function unknownSetting(
  { named }: Pick<SettingsSource, 'named'>,
  path: Path,
  names: readonly string[],
): SettingMistake {
  const suggestion = closest(writtenName(String(path.at(-1))), names.map(writtenName));
  const list = names.length === 0 ? '' : `; settings here: ${names.map(writtenName).join(', ')}`;
  const hint = suggestion === undefined ? list : `; did you mean ${suggestion}?`;
  return { variable: named(path, 'key'), message: `is not a setting${hint}` };
}

/** Returns the mistakes that a schema found below a path; `namesAt` returns the names that are known at one. */
export const listSchemaMistakes = (
  source: Pick<SettingsSource, 'named'>,
  path: Path,
  { issues }: z.ZodError,
  namesAt: (path: Path) => readonly string[],
): readonly SettingMistake[] =>
  issues.flatMap((issue) => {
    const at = [...path, ...issue.path];
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownSetting(source, [...at, key], namesAt(at)))
      : [{ variable: source.named(at), message: issue.message }];
  });
