import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { NextVolume } from '#contract/carts.ts';
import { bookPath, localizedPath } from '#contract/pages.ts';
import { inDigitsOf } from '#domain/locale.ts';
import { Cover } from '../ui/cover.tsx';
import { LaterDispatch } from '../ui/later-dispatch.tsx';
import { ForeignText, Price, useReaderLocale } from '../ui/text.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type NextVolumesProps = {
  volumes: readonly NextVolume[];
  isMember: boolean;
  /** What puts a volume into the cart. */
  renderAction: (volume: NextVolume & { vid: number }) => ReactNode;
};

/** The volumes that follow what is in a cart, each with where it stands in its series; nothing where none does. */
export function NextVolumes({ volumes, isMember, renderAction }: NextVolumesProps) {
  const t = useTranslations('cartPage.series');
  const id = useId();
  const focusKept = useRestoreFocus(id);
  if (volumes.length === 0) return null;
  return (
    <section aria-labelledby={id} {...focusKept}>
      <h2 id={id}>{t('title')}</h2>
      <ul className="next-volumes">
        {volumes.map((volume) => (
          <li key={volume.id} className="next-volume">
            <Cover src={volume.cover} size="small" />
            <div>
              <VolumeLink volume={volume} />
              <Price ringgit={isMember ? volume.price : volume.original_price} />
              <LaterDispatch offer={volume.availability} />
              {volume.vid !== null && renderAction({ ...volume, vid: volume.vid })}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function VolumeLink({ volume }: { volume: NextVolume }) {
  const t = useTranslations('cartPage.series');
  const locale = useReaderLocale();
  const { name, number } = volume.next_in;
  return (
    <>
      <small>{t('volume', { series: name, number: inDigitsOf(locale, number ?? '') })}</small>
      <a href={localizedPath(locale, bookPath(volume))}>
        <ForeignText text={volume.title} language={volume.language} />
      </a>
    </>
  );
}
