import CareService

/// `er-directory-service restored`: after an older copy of the database was restored.
let restored = ServiceCommand("restored") { pool, _ in
    let floor = try await pool.transaction { tx in try await BeginFeedAnew()(tx) }
    return "the feed of changes begins anew after \(floor): clients with an earlier position are told to start again"
}
