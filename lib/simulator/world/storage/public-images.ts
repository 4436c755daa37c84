/** An image that anybody may make a VM from. */
export type PublicImage = { readonly id: string; readonly name: string; readonly sizeGib: number };

const images: readonly PublicImage[] = [
  { id: 'ubuntu-2404', name: 'Ubuntu 24.04', sizeGib: 10 },
  { id: 'ubuntu-2204', name: 'Ubuntu 22.04', sizeGib: 10 },
  { id: 'ubuntu-2404-nvidia-550-docker', name: 'Ubuntu 24.04, NVIDIA 550, Docker', sizeGib: 40 },
  { id: 'debian-12', name: 'Debian 12', sizeGib: 10 },
  { id: 'rocky-linux-9', name: 'Rocky Linux 9', sizeGib: 10 },
];
export const publicImages: ReadonlyMap<string, PublicImage> = new Map(
  images.map((image) => [image.id, image]),
);
