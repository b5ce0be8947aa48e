/*
 * Imports of catalogue files: the file comes in pieces, is compared with the shop by a job, and applied by another. One server at
 * a time works them, under an advisory lock, so that those of a server that was killed go on elsewhere.
 */
CREATE TABLE import_run (
  id uuid PRIMARY KEY,
  source text NOT NULL CHECK (source IN ('upload', 'folder', 'correction')),
  corrects uuid REFERENCES import_run (id),
  name text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  digest bytea NOT NULL CHECK (length(digest) = 32),
  modified_at timestamptz,
  received bigint NOT NULL DEFAULT 0,
  piece_digests bytea NOT NULL DEFAULT '',
  kind text CHECK (kind IN ('onix', 'csv')),
  state text NOT NULL DEFAULT 'uploading'
    CHECK (state IN ('uploading', 'comparing', 'compared', 'unconfirmed', 'applying', 'applied', 'stopped', 'failed')),
  actor text NOT NULL,
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  phase_started_at timestamptz,
  progress_at timestamptz,
  compared jsonb,
  applied jsonb,
  origin jsonb,
  delistings jsonb NOT NULL DEFAULT '[]',
  confirmed jsonb NOT NULL DEFAULT '[]',
  difference_files integer NOT NULL DEFAULT 0,
  issue_files integer NOT NULL DEFAULT 0,
  failure text,
  failure_detail text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  is_stopping boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  compared_at timestamptz,
  applied_at timestamptz,
  CONSTRAINT import_run_received CHECK (received BETWEEN 0 AND size),
  CONSTRAINT import_run_uploaded CHECK (received = size OR state IN ('uploading', 'stopped')),
  CONSTRAINT import_run_failed CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CONSTRAINT import_run_compared CHECK (state NOT IN ('compared', 'unconfirmed', 'applying', 'applied') OR compared_at IS NOT NULL)
);
CREATE INDEX import_run_work ON import_run (changed_at) WHERE state IN ('comparing', 'applying');
CREATE INDEX import_run_digest ON import_run (digest, id DESC);
CREATE INDEX import_run_folder ON import_run (name, size, modified_at) WHERE source = 'folder';

/* The first rows of what a comparison found, by list; files in the object storage have all of them. */
CREATE TABLE import_list (
  run_id uuid NOT NULL REFERENCES import_run (id) ON DELETE CASCADE,
  list text NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (run_id, list)
);
