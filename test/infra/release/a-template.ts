/** The parameters without a default. */
export const needed = {
  ArtifactBucket: 'releases',
  ArtifactPrefix: 'v1/',
  CloudUrl: 'https://api.example.com',
};
const names = ['act', 'alarm', 'answer', 'digest', 'push', 'watch'];
/** Zips that nobody unpacks. */
export const zips = new Map(names.map((name) => [name, { file: `${name}.zip`, content: new Uint8Array() }]));
