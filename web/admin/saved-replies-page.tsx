import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { SavedReply } from '#contract/admin-tickets.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { ConfirmButton } from '../customer/dialogs/dialog-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { useSavedReplies } from './saved-reply-choice.tsx';

/** The answers that staff send often, to be changed by whoever answers tickets. */
export function SavedRepliesPage() {
  return (
    <AdminMessages of="adminTickets">
      <SavedReplies />
    </AdminMessages>
  );
}

function SavedReplies() {
  const t = useTranslations('adminTickets.saved');
  const can = useCan();
  const replies = useSavedReplies();
  const [added, setAdded] = useState(0);
  return (
    <div className="page">
      <p>
        <Link to="/tickets?status=open">{t('back')}</Link>
      </p>
      <PageTitle title={t('title')} />
      <p className="field-hint">{t('hint', { name: '{name}', order: '{order}' })}</p>
      <QueryContent query={replies}>
        {({ rows }) => (
          <>
            {rows.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
            {rows.map((reply) => (
              <details key={reply.id}>
                <summary>
                  <bdi>{reply.name}</bdi>
                </summary>
                <ReplyForm reply={reply} isReadOnly={!can('tickets.write')} />
              </details>
            ))}
            {can('tickets.write') && (
              <section className="admin-section">
                <h2>{t('new')}</h2>
                <ReplyForm key={added} onAdded={() => setAdded(added + 1)} />
              </section>
            )}
          </>
        )}
      </QueryContent>
    </div>
  );
}

function useReplyMutation<Sent>(send: (sent: Sent) => Promise<void>) {
  const t = useTranslations('adminTickets.saved.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({
    edited_meanwhile: t('edited_meanwhile'),
    too_late: t('too_late'),
    too_many: t('too_many'),
    not_found: t('not_found'),
  });
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: ['saved-replies'] }),
  });
}

type ReplyFormProps = { reply?: SavedReply; isReadOnly?: boolean; onAdded?: () => void };

/** A new reply, or one that is changed from the version that was shown when its form was opened. */
function ReplyForm({ reply, isReadOnly = false, onAdded }: ReplyFormProps) {
  const t = useTranslations('adminTickets.saved');
  const [base, setBase] = useState(reply);
  const [name, text] = [useRef<HTMLInputElement>(null), useRef<HTMLTextAreaElement>(null)];
  const save = useReplyMutation((body: { name: string; text: string }) => {
    const of = base && { id: base.id, version: base.version };
    return sendRequest('saveSavedReply', { body: { ...(of && { of }), ...body } });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name: name.current!.value.trim(), text: text.current!.value.trim() };
    if (body.name === '' || body.text === '') return;
    const onSuccess = () => (base ? setBase({ ...base, ...body, version: base.version + 1 }) : onAdded?.());
    save.mutate(body, { onSuccess });
  };
  const isStale = save.error instanceof ApiRequestError && save.error.problem?.code === 'edited_meanwhile';
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('name')}</span>
        <input ref={name} required maxLength={100} defaultValue={base?.name} readOnly={isReadOnly} dir="auto" />
      </label>
      <label className="field">
        <span>{t('text')}</span>
        <textarea
          ref={text}
          rows={5}
          required
          maxLength={10_000}
          defaultValue={base?.text}
          readOnly={isReadOnly}
          dir="auto"
        />
      </label>
      {isStale && reply && (
        <Current
          reply={reply}
          onKeep={() => {
            setBase(reply);
            save.reset();
          }}
          onTake={() => {
            name.current!.value = reply.name;
            text.current!.value = reply.text;
            setBase(reply);
            save.reset();
          }}
        />
      )}
      {!isReadOnly && (
        <div className="admin-actions">
          <button className="button" disabled={save.isPending}>
            {t('save')}
          </button>
          {reply && <Remove reply={reply} />}
        </div>
      )}
    </form>
  );
}

type CurrentProps = { reply: SavedReply; onKeep: () => void; onTake: () => void };

/** What a colleague has made of a reply meanwhile, and what to do with one's own. */
function Current({ reply, onKeep, onTake }: CurrentProps) {
  const t = useTranslations('adminTickets.saved');
  return (
    <div className="alert alert-warning" role="alert">
      <p>
        {t('current')} <b>{reply.name}</b>
      </p>
      <blockquote className="admin-quote" dir="auto">
        {reply.text}
      </blockquote>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={onKeep}>
          {t('takeMine')}
        </button>
        <button type="button" className="button button-quiet" onClick={onTake}>
          {t('takeTheirs')}
        </button>
      </div>
    </div>
  );
}

function Remove({ reply: { id, name } }: { reply: SavedReply }) {
  const t = useTranslations('adminTickets.saved');
  const remove = useReplyMutation(() => sendRequest('removeSavedReply', { body: { id } }));
  return (
    <ConfirmButton
      trigger={t('remove')}
      title={t('remove')}
      text={t('confirmRemove', { name })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      onConfirm={() => remove.mutate(undefined)}
    />
  );
}
