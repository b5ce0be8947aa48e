/* Filters of the list of orders that staff gave a name; everyone in the back office sees them. */
CREATE TABLE saved_view (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
  filter jsonb NOT NULL
);
