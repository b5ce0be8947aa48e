type CoverProps = {
  src: string;
  /** Labelled for assistive technology only if there is no title beside it. */
  alt?: string;
  /** The first covers of a page load at once and first; the others when they come near. */
  isFirst?: boolean;
  size?: 'grid' | 'large' | 'small';
};

const WIDTHS = { small: 64, grid: 200, large: 400 };

/** A title's cover, two by three, its place kept before it loads. */
export function Cover({ src, alt = '', isFirst = false, size = 'grid' }: CoverProps) {
  const width = WIDTHS[size];
  return (
    <img
      className={`cover cover-${size}`}
      src={src}
      alt={alt}
      width={width}
      height={width * 1.5}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={isFirst ? 'high' : 'auto'}
    />
  );
}
