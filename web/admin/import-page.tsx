import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyImport } from '#contract/admin-imports.ts';
import { isWorking } from '#domain/catalogue/import-run.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { IMPORT_QUERIES, ImportChooser, UploadState } from './import-chooser.tsx';
import { ConfirmDelistings } from './import-confirmation.tsx';
import { ImportCorrection } from './import-correction.tsx';
import { ImportDifferences } from './import-differences.tsx';
import { ImportIssues } from './import-issues.tsx';
import { ImportProgress } from './import-progress.tsx';
import { useUpload } from './import-upload.ts';
import { ImportStatus } from './imports-page.tsx';

const REFRESH_MS = 1000;

/** One import: how far it is, what it would change, and what to do with it. */
export function ImportPage() {
  const t = useTranslations('adminImports');
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => sendRequest('getImport', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (isWorking(data.status) || data.status === 'uploading') ? REFRESH_MS : false,
  });
  return (
    <div className="page">
      <p>
        <Link to="/imports">{t('back')}</Link>
      </p>
      <QueryContent query={query}>{(run) => <Import run={run} />}</QueryContent>
    </div>
  );
}

function Import({ run }: { run: AnyImport }) {
  const t = useTranslations('adminImports');
  const moment = useDateTimeFormat();
  return (
    <>
      <PageTitle title={run.name} />
      <p className="import-facts" role="status">
        <ImportStatus of={run} /> {moment(run.created_at)} ·{' '}
        {run.source === 'folder' ? t('scheduled') : <bdi>{run.actor}</bdi>}
        {run.corrects && (
          <>
            {' · '}
            <Link to={`/imports/${run.corrects}`}>{t('fix.of')}</Link>
          </>
        )}
      </p>
      <State run={run} />
      <Actions run={run} />
      {run.compared && <ImportDifferences run={run} counts={run.compared} />}
      <ImportIssues run={run} />
      {run.is_correctable && run.issues.set_aside.length > 0 && !isWorking(run.status) && (
        <ImportCorrection run={run} />
      )}
    </>
  );
}

/** What there is to say of the state that it is in. */
function State({ run }: { run: AnyImport }) {
  const t = useTranslations('adminImports');
  const upload = useUpload(run.id);
  const { status, received, size, failure, has_file: hasFile } = run;
  const isPartial = received < size;
  if (upload) return <UploadState upload={upload} />;
  if (isPartial)
    return (
      <div className="alert alert-warning">
        <p>{t('upload.paused', { share: received / size })}</p>
        <ImportChooser label={t('upload.file')} />
      </div>
    );
  if (isWorking(status)) return <ImportProgress run={run} />;
  return (
    <>
      {failure && (
        <div className="alert alert-danger" role="alert">
          <p>{t(`failures.${failure}`)}</p>
          {run.failure_detail && (
            <p dir="ltr" lang="en">
              {run.failure_detail}
            </p>
          )}
        </div>
      )}
      {status === 'stopped' && <p className="alert alert-warning">{t('stoppedText')}</p>}
      {status === 'applied' && <p>{t('appliedText')}</p>}
      {!hasFile && status !== 'applied' && (
        <div className="alert alert-warning">
          <p>{t('fileGone')}</p>
          <ImportChooser label={t('upload.file')} />
        </div>
      )}
    </>
  );
}

function Actions({ run }: { run: AnyImport }) {
  const act = useImportAction();
  const { id, status, unconfirmed } = run;
  const isBusy = act.isPending || run.is_stopping;
  const confirm = () => act.mutate(() => sendRequest('applyImport', { body: { id, confirmed: unconfirmed } }));
  return (
    <>
      {status === 'unconfirmed' && run.has_file && (
        <ConfirmDelistings delistings={unconfirmed} isPending={isBusy} onConfirm={confirm} />
      )}
      <p className="admin-actions">
        {actionsOf(run).map(({ name, send, isMain }) => (
          <ActionButton key={name} name={name} isMain={isMain} isDisabled={isBusy} onPress={() => act.mutate(send)} />
        ))}
      </p>
    </>
  );
}

type ActionName = 'apply' | 'goOn' | 'stop' | 'stopping' | 'compareAgain' | 'discard';
type Action = { name: ActionName; send: () => Promise<unknown>; isMain: boolean };

const CAN_APPLY: readonly AnyImport['status'][] = ['compared', 'stopped', 'failed'];
const CAN_COMPARE: readonly AnyImport['status'][] = [...CAN_APPLY, 'applied', 'unconfirmed'];

/** What can be done with an import as it is; a confirmation is asked for by itself. */
function actionsOf({ id, status, has_file: hasFile, compared_at: comparedAt, ...run }: AnyImport): Action[] {
  const body = { id };
  const stop = () => sendRequest('stopImport', { body });
  const actions: (Action | false)[] = [
    hasFile &&
      comparedAt !== null &&
      CAN_APPLY.includes(status) && {
        name: status === 'compared' ? 'apply' : 'goOn',
        send: () => sendRequest('applyImport', { body }),
        isMain: true,
      },
    (isWorking(status) || status === 'uploading') && {
      name: run.is_stopping ? 'stopping' : 'stop',
      send: stop,
      isMain: true,
    },
    hasFile &&
      CAN_COMPARE.includes(status) && {
        name: 'compareAgain',
        send: () => sendRequest('compareImport', { body }),
        isMain: false,
      },
    (status === 'compared' || status === 'unconfirmed') && { name: 'discard', send: stop, isMain: false },
  ];
  return actions.filter((action) => action !== false);
}

type ActionButtonProps = { name: ActionName; isMain: boolean; isDisabled: boolean; onPress: () => void };

function ActionButton({ name, isMain, isDisabled, onPress }: ActionButtonProps) {
  const t = useTranslations('adminImports');
  return (
    <button type="button" className={isMain ? 'button' : 'button button-quiet'} disabled={isDisabled} onClick={onPress}>
      {t(name)}
    </button>
  );
}

function useImportAction() {
  const t = useTranslations('adminImports');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_late: t('tooLate') });
  return useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onError: showErrorToast,
    onSettled: () => Promise.all(IMPORT_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
