/* Tickets from before their moves were written down get the two that can be told: opened, and moved to where they are. */
INSERT INTO ticket_move (id, ticket_id, state, actor, at)
  SELECT gen_random_uuid(), id, 'open', 'customer', created_at FROM ticket t
  WHERE NOT EXISTS (SELECT FROM ticket_move WHERE ticket_id = t.id);
INSERT INTO ticket_move (id, ticket_id, state, actor, at)
  SELECT gen_random_uuid(), id, state, 'shop', greatest(updated_at, created_at + interval '1 microsecond') FROM ticket t
  WHERE state <> 'open' AND (SELECT count(*) FROM ticket_move WHERE ticket_id = t.id) = 1;
