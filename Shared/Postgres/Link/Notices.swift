import CPostgres

/// What the server says beside its answers. libpq's default prints it on standard error, and it may hold values: nothing is kept of it but one fact.
///
/// Unchecked: libpq tells it inside of calls on its connection, which the connection's only user or its lock guards.
final class Notices: @unchecked Sendable {
    /// A commit was to wait for a standby, and its wait was ended: by `statement_timeout`, or by whoever cancelled it. The server then answers it as any other,
    /// with this warning before, although a failover would undo it. (One whose backend is terminated is not answered at all.)
    private(set) var areOfALoneCommit = false

    init(of connection: Handle) {
        PQsetNoticeReceiver(connection.pointer, { Notices.receive($0, $1) }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// By the name of the server's function: the message is in the language of its `lc_messages`, and its SQLSTATE any warning's.
    private static func receive(_ receiver: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
        guard let receiver, let function = PQresultErrorField(notice, Int32(Character("R").asciiValue!)) else { return }
        if String(cString: function) == "SyncRepWaitForLSN" { Unmanaged<Notices>.fromOpaque(receiver).takeUnretainedValue().areOfALoneCommit = true }
    }
}
