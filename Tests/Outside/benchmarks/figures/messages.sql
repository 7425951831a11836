-- What Send sends, statement for statement and pipeline for pipeline. Each client has a conversation of its own and goes from
-- sequence to sequence. A message that was not written divides by zero.
\set sequence :sequence + 1
\startpipeline
BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT id, version, patient_id, participant_ids, is_locked, item_sequence,
    NOT EXISTS (SELECT FROM blocks WHERE person_id = ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid
        AND owner_id = ANY(participant_ids)) AS is_received
FROM conversations WHERE id = ('00000000-0000-7000-8005-' || lpad(:client_id::text, 12, '0'))::uuid FOR NO KEY UPDATE;
\endpipeline
\startpipeline
WITH live AS (
    SELECT 1 AS live FROM person_keys WHERE person_id = ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid
        AND wrapped_key IS NOT NULL FOR KEY SHARE
), item AS (
    INSERT INTO items (id, conversation_id, sequence, kind, author_id, client_id, reply_to, content, key_of, details, created_at)
    SELECT lpad(to_hex(:sequence * 100 + :client_id), 32, '0')::uuid, ('00000000-0000-7000-8005-' || lpad(:client_id::text, 12, '0'))::uuid,
           :sequence, 'text', ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid, 'bench-' || :sequence::text, NULL::uuid,
           convert_to(repeat('0123456789abcdef', 8), 'UTF8'), ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid, NULL::jsonb, now()
    FROM live
    ON CONFLICT (author_id, client_id) WHERE client_id IS NOT NULL DO NOTHING RETURNING conversation_id
), written AS (
    UPDATE conversations SET item_sequence = :sequence, updated_at = now() FROM item WHERE conversations.id = item.conversation_id RETURNING 1
)
SELECT 1 / (SELECT count(*) FROM written);
UPDATE participations SET updated_at = now(),
    typing_at = CASE WHEN user_id = ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid THEN NULL ELSE typing_at END,
    seen_sequence = CASE WHEN user_id = ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid THEN :sequence ELSE seen_sequence END,
    seen_until = CASE WHEN user_id = ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid THEN now() ELSE seen_until END
WHERE conversation_id = ('00000000-0000-7000-8005-' || lpad(:client_id::text, 12, '0'))::uuid
    AND EXISTS (SELECT FROM items WHERE id = lpad(to_hex(:sequence * 100 + :client_id), 32, '0')::uuid);
\endpipeline
WITH locked AS MATERIALIZED (
    SELECT f.user_id, w.entries FROM feeds f
    JOIN (VALUES (('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid, 1::bigint),
                 (('00000000-0000-7000-8007-' || lpad(:client_id::text, 12, '0'))::uuid, 1::bigint)) AS w (id, entries) ON w.id = f.user_id
    ORDER BY f.user_id FOR NO KEY UPDATE OF f
)
UPDATE feeds SET sequence = feeds.sequence + locked.entries FROM locked WHERE feeds.user_id = locked.user_id
RETURNING feeds.user_id, feeds.sequence;
\startpipeline
INSERT INTO feed_entries (user_id, sequence, kind, conversation_id, item_id, notification_id, person_id, seen_sequence, created_at)
VALUES (('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid, :sequence, 'item',
        ('00000000-0000-7000-8005-' || lpad(:client_id::text, 12, '0'))::uuid, lpad(to_hex(:sequence * 100 + :client_id), 32, '0')::uuid,
        NULL::uuid, NULL::uuid, NULL::bigint, now()::timestamptz),
       (('00000000-0000-7000-8007-' || lpad(:client_id::text, 12, '0'))::uuid, :sequence, 'item',
        ('00000000-0000-7000-8005-' || lpad(:client_id::text, 12, '0'))::uuid, lpad(to_hex(:sequence * 100 + :client_id), 32, '0')::uuid,
        NULL::uuid, NULL::uuid, NULL::bigint, now()::timestamptz);
WITH event AS (
    INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, traceparent, data)
    VALUES (gen_random_uuid(), 'care.messages.v1', 'care.messages.sent.v1', lpad(to_hex(:sequence * 100 + :client_id), 32, '0')::uuid, 1, now(), '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
            convert_to('{"authorId":"019ca001-0b1c-7e2d-b3f4-a5968778695a","conversationId":"019cb2df-10aa-7b44-8c55-6677889900aa","kind":"text","messageId":"019cb2df-10ab-7c01-9d02-a1b2c3d4e5f6","sentAt":"2026-03-06T08:15:00.120Z","sequence":2,"version":1}', 'UTF8')),
           (gen_random_uuid(), 'care.feed.v1', 'care.feed.advanced.v1', ('00000000-0000-7000-8006-' || lpad(:client_id::text, 12, '0'))::uuid, :sequence, now(),
            '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', convert_to('{"sequence":118,"userId":"019ca000-55aa-7d10-8f3b-9a1c2e4d6f80","version":118}', 'UTF8')),
           (gen_random_uuid(), 'care.feed.v1', 'care.feed.advanced.v1', ('00000000-0000-7000-8007-' || lpad(:client_id::text, 12, '0'))::uuid, :sequence, now(),
            '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', convert_to('{"sequence":118,"userId":"019ca000-55aa-7d10-8f3b-9a1c2e4d6f80","version":118}', 'UTF8'))
    RETURNING position
)
INSERT INTO outbox_pending (position) SELECT position FROM event;
COMMIT;
\endpipeline
