import CareModels

/// A file as a service keeps it, and the smaller pictures of it that the service has kept since they were first asked for.
package protocol StoredPicture: Sendable {
    /// Whose it is: of one person's pictures one is made smaller at a time, so that nobody's keep the others waiting for more than that.
    var person: UserID { get }
    /// What its first bytes say that it is.
    var type: String? { get async throws }

    func rendition(_ pixels: Int) async throws -> [UInt8]?
    /// Unless it is too large for its original (`Thumbnailer.keeps`).
    func keep(_ rendition: [UInt8], _ pixels: Int) async throws
    /// All of it, piece by piece.
    func read(_ write: ([UInt8]) async throws -> Void) async throws
}
