import { coverPictureOf, smallCoverPath, type CoverPicture } from '#contract/covers.ts';

type CoverProps = {
  /** The path of the cover. */
  src: string;
  /** Labelled for assistive technology only if there is no title beside it. */
  alt?: string;
  /** The first covers of a page load at once and first; the others when they come near. */
  isFirst?: boolean;
  size?: CoverSize;
};
/** How many covers of a list load first: no more are in the first view. */
export const FIRST_COVERS = 4;

type CoverSize = 'small' | 'grid' | 'large';

const WIDTHS = { small: 64, grid: 200, large: 400 };
/** How wide covers are shown, for browsers to choose a file. */
const SIZES = { small: '56px', grid: '(width >= 992px) 184px, 42vw', large: '(width >= 768px) 340px, 260px' };

/** A title's cover in a place of two by three, which is kept before it loads. */
export function Cover({ src, alt = '', isFirst = false, size = 'grid' }: CoverProps) {
  const width = WIDTHS[size];
  const picture = coverPictureOf(src);
  const image = {
    src: size === 'small' ? smallCoverPath(src) : src,
    loading: isFirst ? 'eager' : 'lazy',
    decoding: 'async',
    fetchPriority: isFirst ? 'high' : 'auto',
  } as const;
  if (picture) return <StoredCover picture={picture} size={size} alt={alt} image={image} />;
  return <img className={`cover cover-${size}`} alt={alt} width={width} height={width * 1.5} {...image} />;
}

type StoredCoverProps = {
  picture: CoverPicture;
  size: CoverSize;
  alt: string;
  image: { src: string; loading: 'eager' | 'lazy'; decoding: 'async'; fetchPriority: 'high' | 'auto' };
};

/** A stored cover is never cropped: it stands at the foot of its place, as wide or as high as that. */
function StoredCover({ picture: { width, height, color, sources }, size, alt, image }: StoredCoverProps) {
  return (
    <picture className={`cover-place cover-${size}`}>
      {sources.map((source) => (
        <source key={source.type} {...source} sizes={SIZES[size]} />
      ))}
      <img
        className={height > width * 1.5 ? 'cover is-high' : 'cover is-wide'}
        data-color={`#${color}`}
        width={width}
        height={height}
        alt={alt}
        {...image}
      />
    </picture>
  );
}
