import CareService

/// `er-directory-service restored`: after an older copy of the database was restored. The positions given out since that copy was made will be
/// given out again, for other changes; so all begin beyond them, and every client that keeps a copy reads the directory anew.
let restored = ServiceCommand("restored") { pool in
    let floor = try await pool.transaction { try await $0.beginFeedAnew() }
    return "the feed of changes begins anew after \(floor): clients with an earlier position are told to start again"
}
