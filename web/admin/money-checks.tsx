import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CheckResult } from '#contract/admin-money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useErrorToast } from '../customer/shell/toasts.tsx';

type Run = { all: number; results: readonly CheckResult[] };

/** The integrity checks of money, run one after the other at the press of a button. */
export function MoneyChecks() {
  const t = useTranslations('adminMoney.checks');
  const [run, setRun] = useState<Run>();
  const showErrorToast = useErrorToast();
  const running = useMutation({
    mutationFn: async () => {
      const { checks } = await sendRequest('listMoneyChecks');
      const results: CheckResult[] = [];
      setRun({ all: checks.length, results });
      for (const check of checks) {
        results.push(await sendRequest('runMoneyCheck', { body: { check } }));
        setRun({ all: checks.length, results: [...results] });
      }
    },
    onError: showErrorToast,
  });
  const failed = run?.results.filter(({ failures }) => failures.length > 0) ?? [];
  return (
    <section aria-labelledby="checks">
      <h2 id="checks">{t('title')}</h2>
      <p className="field-hint">{t('hint')}</p>
      <button
        type="button"
        className="button button-quiet"
        disabled={running.isPending}
        onClick={() => running.mutate()}
      >
        {t('run')}
      </button>
      {run && (
        <p role="status">
          {run.results.length < run.all
            ? t('progress', { done: run.results.length, all: run.all })
            : t('result', { failed: failed.length, all: run.all })}
        </p>
      )}
      <ul className="admin-list">
        {run?.results.map((result) => (
          <Result key={result.check} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Result({ result: { check, failures } }: { result: CheckResult }) {
  const t = useTranslations('adminMoney.checks');
  const isPassed = failures.length === 0;
  return (
    <li>
      <span className={isPassed ? 'order-state order-state-delivered' : 'order-state'}>
        {t(isPassed ? 'passed' : 'failed')}
      </span>
      <bdi lang="en">{check}</bdi>
      {failures.map((row) => (
        <small key={row} dir="ltr">
          {row}
        </small>
      ))}
    </li>
  );
}
