import Postgres

extension Migration {
    /// The tables of events, timers and repeated requests, in the kit's numbering.
    package static let outbox = [
        Migration("care_v001_outbox", PackageResources.care_v001_outbox_sql),
        Migration("care_v002_inbox", PackageResources.care_v002_inbox_sql),
        Migration("care_v003_idempotency_keys", PackageResources.care_v003_idempotency_keys_sql),
        Migration("care_v004_timers", PackageResources.care_v004_timers_sql),
        Migration("care_v006_sealed_events", PackageResources.care_v006_sealed_events_sql),
        Migration("care_v007_event_signatures", PackageResources.care_v007_event_signatures_sql),
        Migration("care_v008_idempotency_keys_by_hash", PackageResources.care_v008_idempotency_keys_by_hash_sql),
        Migration("care_v009_snapshots", PackageResources.care_v009_snapshots_sql),
        Migration("care_v010_idempotency_keys_once", PackageResources.care_v010_idempotency_keys_once_sql),
        Migration("care_v011_inbox_days", PackageResources.care_v011_inbox_days_sql)
    ]
}
