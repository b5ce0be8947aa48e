/* Who of the staff looks after a ticket, and the ticket that a duplicate was merged into. */
ALTER TABLE ticket ADD COLUMN assignee_id uuid REFERENCES customer ON DELETE SET NULL;
ALTER TABLE ticket ADD COLUMN merged_into uuid REFERENCES ticket ON DELETE SET NULL;
CREATE INDEX ticket_assignee ON ticket (assignee_id, updated_at DESC, id DESC) WHERE assignee_id IS NOT NULL;
CREATE INDEX ticket_merged_into ON ticket (merged_into) WHERE merged_into IS NOT NULL;

/* What the staff note about a ticket; customers never see it. */
CREATE TABLE ticket_note (
  id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES ticket ON DELETE CASCADE,
  author text NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ticket_note_ticket ON ticket_note (ticket_id, id);

/* Answers that staff send often, with {name} and {order} to be filled in. */
CREATE TABLE saved_reply (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 10000),
  version integer NOT NULL DEFAULT 1
);
