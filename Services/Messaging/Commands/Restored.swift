import CareService

/// `messaging-service restored`: after an older copy of the database was restored. The sequences given out since that copy was made will be given
/// out again, for other entries; so a new epoch begins, and every client loads anew what it had.
let restored = ServiceCommand("restored") { pool, _ in
    try await pool.transaction { tx in try await BeginFeedEpoch()(tx) }
    return "a new epoch of the feeds has begun: clients that resume are told to load their conversations anew"
}
