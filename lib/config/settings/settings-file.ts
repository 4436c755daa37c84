import { dirname, isAbsolute, join, normalize } from 'node:path';
import * as z from 'zod';
import { AddressedKind, routeId } from '../../model/route.ts';
import { maybeName } from '../../routes/route-settings.ts';
import { routeSettings } from '../../routes/settings.ts';
import { deploymentShape } from '../deployment/deployment.ts';
import { listRouteVariables } from './addresses.ts';
import { connectionVariables } from './connection-variables.ts';
import {
  type ConnectionSettings,
  connectionForm,
  createConnectionsSchema,
  findConnectionConflicts,
} from './connections.ts';
import type { Environment, KeySource } from './environment.ts';
import { machineSettings, prefix, prometheusSettings, schemas } from './names.ts';
import { isSecret, readSecretPlace } from './secret.ts';
import { type SettingMistake, SettingsError } from './settings-error.ts';
import {
  listSchemaMistakes,
  readSource,
  type SettingsSource,
  unknownSetting,
  writtenName,
} from './settings-source.ts';

/** The settings of a file, for one machine. */
export type SettingsFile = {
  /** The settings of the file, by environment variable. */
  readonly environment: Environment;
  readonly connections: readonly ConnectionSettings[];
  /** Returns the place in the file that sets a variable, for a message: "settings.yaml:7 poll-interval". */
  readonly placeOf: (variable: string) => string | undefined;
  /** The variables of the environment that hold a secret of the file. */
  readonly variables: ReadonlySet<string>;
};

/**
 * The secrets that a settings file may read. One that a user named may read any; one found in the current folder may read only
 * variables of spendwatch, and files of its own folder.
 */
export type Trust = 'named' | { readonly mayRead: (file: string) => boolean };

const paths: ReadonlySet<string> = new Set(
  ['POLICY', 'DATA', 'PUSH_CERT_FILE', 'PUSH_KEY_FILE'].map((name) => prefix + name),
);
const noMapping = 'must be a mapping of its settings, such as url';
const lists = ['connections', 'routes', 'prometheus'];

type Value = { readonly path: readonly (string | number)[]; readonly value: unknown };
type Reading = {
  readonly source: SettingsSource;
  /** Finds a secret by the text that says where it is stored, or returns why it may not be read. */
  readonly find: (text: string) => KeySource | { readonly mistake: string };
  /** The folder of the file, to which its paths are relative. */
  readonly folder: string;
  readonly environment: Map<string, string>;
  readonly places: Map<string, string>;
  readonly mistakes: SettingMistake[];
};

/**
 * Reads a settings file, whose keys may be in the environment. The values are checked where they are used, as those of
 * the environment are. @throws SettingsError with every mistake of its form at once.
 */
export function readSettingsFile(
  text: string,
  file: string,
  given: Environment,
  trust: Trust = 'named',
): SettingsFile {
  const source = readSource(text, file);
  const variables = new Set<string>();
  const folder = dirname(file);
  const find: Reading['find'] = (written) => {
    const place = readSecretPlace(written);
    if (place === null) return { mistake: notAPlace };
    const { kind, name } = place;
    if (kind === 'ssm') return { kind: 'parameter', name };
    // The author of the folder also decides where the secret is sent.
    if (kind === 'file') {
      const path = inFolder(folder, name);
      return trust === 'named' || trust.mayRead(path) ? { kind, path } : { mistake: notInFolder };
    }
    if (trust !== 'named' && !name.startsWith(prefix)) return { mistake: notOurs(name) };
    const { [name]: value } = given;
    if (!value) return { mistake: unsetVariable(name) };
    variables.add(name);
    return { kind: 'given', reveal: () => value };
  };
  const kept = { environment: new Map(), places: new Map(), mistakes: [] };
  const reading: Reading = { source, find, folder, ...kept };
  const { connections = [], routes = [], prometheus = {}, ...settings } = source.value;
  takeAll(reading, [], settings, machineSettings, lists);
  if (typeof prometheus === 'object' && prometheus !== null && !Array.isArray(prometheus))
    takeAll(reading, ['prometheus'], { ...prometheus }, prometheusSettings);
  else reading.mistakes.push({ variable: source.named(['prometheus']), message: noMapping });
  takeRoutes(reading, routes);
  const read = readConnectionSettings(reading, 'connections' in source.value ? connections : undefined);
  if (reading.mistakes.length > 0) throw new SettingsError(reading.mistakes);
  return {
    environment: Object.fromEntries(reading.environment),
    connections: read,
    placeOf: (variable) => reading.places.get(variable),
    variables,
  };
}

function takeAll(
  reading: Reading,
  path: Value['path'],
  settings: Readonly<Record<string, unknown>>,
  variables: ReadonlyMap<string, string>,
  alsoKnown: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(settings)) {
    const at = [...path, name];
    const variable = variables.get(name);
    const place = path.length === 0 ? elsewhere(name) : null;
    if (variable !== undefined) take(reading, { path: at, value }, variable, schemas[variable]);
    else if (place !== null)
      reading.mistakes.push({ variable: reading.source.named(at, 'key'), message: place });
    else reading.mistakes.push(unknownSetting(reading.source, at, [...variables.keys(), ...alsoKnown]));
  }
}

const variableNamed = (name: string): string => prefix + writtenName(name).toUpperCase().replaceAll('-', '_');

/** Returns the right place of a setting that a settings file cannot have; `null` for an unknown setting. */
function elsewhere(name: string): string | null {
  if (variableNamed(name) in connectionVariables)
    return 'belongs to a connection: list it under connections, with its address and keys';
  return name in deploymentShape ? 'is not a setting for running on one machine' : null;
}

/** Stores a setting as the text of its variable. */
function take(
  { source, find, folder, environment, places, mistakes }: Reading,
  { path, value }: Value,
  variable: string,
  schema: z.core.$ZodType | undefined,
): void {
  const place = source.named(path);
  const refuse = (message: string) => mistakes.push({ variable: place, message });
  if (!['string', 'number', 'boolean'].includes(typeof value) || value === '') {
    refuse('must be a single value: text, a number, true or false');
    return;
  }
  const text = String(value);
  places.set(variable, place);
  if (schema !== undefined && isSecret(schema)) {
    const found = find(text);
    if ('mistake' in found) refuse(found.mistake);
    else if (found.kind === 'given') environment.set(variable, found.reveal());
    else environment.set(variable, found.kind === 'file' ? `file:${found.path}` : text);
  } else environment.set(variable, paths.has(variable) ? inFolder(folder, text) : text);
}

const notAPlace =
  'must say where the secret is stored, never be the secret itself: file:/a/path, env:A_VARIABLE or ssm:/a/parameter';
const unsetVariable = (name: string) =>
  `names the variable ${name}, which is not set: set it in the environment`;
const notOurs = (name: string) =>
  `names the variable ${name}: settings.yaml of the current folder may use variables that begin with ${prefix} alone; rename it, or name the file in SPENDWATCH_SETTINGS of the environment`;
const notInFolder =
  'names a file outside the folder of settings.yaml: a settings file of the current folder may name files of its own folder alone; move the secret there, or name the settings file in SPENDWATCH_SETTINGS of the environment';
const inFolder = (folder: string, path: string): string =>
  isAbsolute(path) ? normalize(path) : join(folder, path);

const RouteHead = z.looseObject({
  to: z.enum(AddressedKind.options, `must be one of ${AddressedKind.options.join(', ')}`),
  name: maybeName,
});

/** True if a setting of a route is required. */
const isRequired = (field: z.core.$ZodType | undefined): boolean =>
  field !== undefined && !z.safeParse(field, undefined).success;

function takeRoutes(reading: Reading, routes: unknown): void {
  const { source, mistakes } = reading;
  if (!Array.isArray(routes)) {
    mistakes.push({ variable: source.named(['routes']), message: 'must be a list of routes' });
    return;
  }
  const seen = new Set<string>();
  for (const [index, route] of routes.entries()) {
    const path = ['routes', index];
    const head = RouteHead.safeParse(route);
    if (!head.success) {
      mistakes.push(...listSchemaMistakes(source, path, head.error, () => []));
      continue;
    }
    const { to, name, ...settings } = head.data;
    const id = routeId({ to, name });
    if (seen.has(id))
      mistakes.push({ variable: source.named(path), message: `is also the route ${id}: name one of them` });
    seen.add(id);
    const { address } = routeSettings[to];
    const fields: Readonly<Record<string, z.core.$ZodType>> =
      address instanceof z.ZodObject ? address.shape : {};
    const variables = listRouteVariables(to, name);
    for (const [setting, value] of Object.entries(settings)) {
      const variable = variables.get(setting);
      if (variable === undefined)
        mistakes.push(unknownSetting(source, [...path, setting], [...variables.keys()]));
      else take(reading, { path: [...path, setting], value }, variable, fields[setting]);
    }
    for (const [index, setting] of [...variables.keys()].entries())
      if (!(setting in settings) && (index === 0 || isRequired(fields[setting])))
        mistakes.push({ variable: source.named(path), message: `needs ${writtenName(setting)}` });
  }
}

function readConnectionSettings(
  { source, find, mistakes }: Reading,
  value: unknown,
): readonly ConnectionSettings[] {
  if (value === undefined) return [];
  const place = z.string(notAPlace).transform((text, context): KeySource => {
    const found = find(text);
    if (!('mistake' in found)) return found;
    context.addIssue(found.mistake);
    return z.NEVER;
  });
  const form = connectionForm(place);
  const read = createConnectionsSchema(form).safeParse(value);
  if (!read.success) {
    mistakes.push(...listSchemaMistakes(source, ['connections'], read.error, () => Object.keys(form.shape)));
    return [];
  }
  const conflicts = findConnectionConflicts(
    read.data.map(({ name, address, viewerKey, editorKey }) => ({
      name,
      address,
      keys: [viewerKey, ...(editorKey === undefined ? [] : [editorKey])].map(formatKeyIdentity),
    })),
  );
  mistakes.push(
    ...conflicts.map(({ path, message }) => ({
      variable: source.named(['connections', ...path]),
      message,
    })),
  );
  return read.data.map(({ name = null, viewerKey: key, editorKey = null, ...others }) => ({
    name,
    ...others,
    key,
    actionKey: editorKey,
  }));
}

/** Returns a text that distinguishes the place of a key, or the key itself if the environment holds it. */
const formatKeyIdentity = (source: KeySource): string =>
  source.kind === 'given'
    ? `given:${source.reveal()}`
    : `${source.kind}:${source.kind === 'file' ? source.path : source.name}`;
