import { bookPath, guestAlertsPath, type ShopView } from '#contract/pages.ts';
import { mayBecomeBuyable } from '#domain/catalogue/availability.ts';
import { RequestTitleForm } from '../browse/request-title-form.tsx';
import { AlertItem, TitleRequestItem } from '../../ui/alert-item.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { AlertForm } from '../products/notify-form.tsx';
import { useTranslations } from 'use-intl';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type NotifyView = Extract<ShopView, { page: 'notify' }>;

/** The form of a book's page that was rejected, on a page of its own. */
export function NotifyPage({ view: { product, form } }: { view: NotifyView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const isChosen = ({ id }: { id: number }) => String(id) === form.values.vid;
  return (
    <article className="prose">
      <h1>{t('notify.title')}</h1>
      <p>
        <a href={link(bookPath(product))}>
          <ForeignText text={product.title} language={product.language} />
        </a>
      </p>
      <AlertForm
        product={product}
        awaited={product.variants.filter((one) => mayBecomeBuyable(one) || isChosen(one))}
        form={form}
      />
    </article>
  );
}

export function NotifySentPage() {
  const t = useShopTranslations();
  return <SentPage title={t('notify.sentTitle')} text={t('notify.sentText')} />;
}

/** The form to ask for a title, on a page of its own. */
export function RequestTitlePage({ view: { form } }: { view: Extract<ShopView, { page: 'requestTitle' }> }) {
  const t = useShopTranslations();
  return (
    <article className="prose">
      <h1>{t('requestTitle.title')}</h1>
      <RequestTitleForm form={form} />
    </article>
  );
}

export function RequestTitleSentPage() {
  const t = useShopTranslations();
  return <SentPage title={t('requestTitle.sentTitle')} text={t('requestTitle.sentText')} />;
}

/** Says that a guest has to confirm what was asked. */
function SentPage({ title, text }: { title: string; text: string }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <article className="prose">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a className="button button-quiet" href={link('/browse')}>
          {t('notify.toShop')}
        </a>
      </p>
    </article>
  );
}

type AlertsView = Extract<ShopView, { page: 'alerts' }>;

/** The alerts of the address that a guest's mailed link is for: to confirm, and to remove. */
export function AlertsPage({ view: { email, alerts, requests } }: { view: AlertsView }) {
  const t = useShopTranslations();
  const items = useTranslations('alerts');
  const link = useLocalePath();
  const action = link(guestAlertsPath(usePageRequest().path.split('/').at(-1)!));
  return (
    <section className="order-page">
      <h1>{t('alerts.title')}</h1>
      {email === null ? (
        <div className="empty">
          <h2>{t('alerts.empty')}</h2>
          <p>{t('alerts.emptyText')}</p>
        </div>
      ) : (
        <form method="post" action={action} className="plain-form">
          <p>{t('alerts.lead', { email })}</p>
          {alerts.length > 0 && (
            <ul className="alerts">
              {alerts.map((alert) => (
                <AlertItem key={alert.id} alert={alert} shopPath={link}>
                  <AlertButtons id={alert.id} isPending={alert.status === 'pending'} title={alert.product.title} />
                </AlertItem>
              ))}
            </ul>
          )}
          {requests.length > 0 && (
            <>
              <h2>{items('requests.title')}</h2>
              <ul className="alerts">
                {requests.map((request) => (
                  <TitleRequestItem key={request.id} request={request} shopPath={link}>
                    <AlertButtons id={request.id} isPending={request.status === 'pending'} title={request.words} />
                  </TitleRequestItem>
                ))}
              </ul>
            </>
          )}
          <p>
            <button className="button button-quiet" name="remove-all" value="1">
              {t('alerts.removeAll')}
            </button>
          </p>
        </form>
      )}
    </section>
  );
}

type AlertButtonsProps = { id: string; isPending: boolean; title: string };

function AlertButtons({ id, isPending, title }: AlertButtonsProps) {
  const t = useShopTranslations();
  const items = useTranslations('alerts');
  return (
    <>
      {isPending && (
        <button className="button" name="confirm" value={id} aria-label={t('alerts.confirmTitle', { title })}>
          {t('alerts.confirm')}
        </button>
      )}
      <button className="button button-quiet" name="remove" value={id} aria-label={items('removeTitle', { title })}>
        {items('remove')}
      </button>
    </>
  );
}
