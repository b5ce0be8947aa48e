import { logoPath, type Logo } from '#domain/logo.ts';

/** The shop's logo, whose text is the shop's name. */
export function LogoPicture({ logo, name }: { logo: Logo; name: string }) {
  const { width, height } = logo;
  return <img className="logo" src={logoPath(logo, 'webp')} alt={name} width={width} height={height} />;
}
