import NIOCore
import Synchronization

/// The open connections of a server: bounded while it serves, told to finish when it drains.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isDraining = false
        var whenEmpty: [CheckedContinuation<Void, Never>] = []
    }

    /// What a connection is let in for.
    enum Place: Sendable {
        case everything
        /// Beyond the bound. A service that is full is not gone: were its probes refused, it would be ended with every stream that it holds.
        case probes
    }

    /// So many are let in beyond the bound: each is for one request, and ends.
    static let spare = 64

    private let state = Mutex(State())
    private let most: Int

    init(most: Int) { self.most = most }

    var isDraining: Bool { state.withLock { $0.isDraining } }
    var count: Int { state.withLock { $0.channels.count } }

    /// Nil when there is no room.
    func add(_ channel: any Channel) -> Place? {
        let place = state.withLock { state -> Place? in
            let count = state.channels.count
            guard count < most + Self.spare, !state.isDraining else { return nil }
            state.channels[ObjectIdentifier(channel)] = channel
            return count < most ? .everything : .probes
        }
        if place != nil { channel.closeFuture.whenComplete { _ in self.remove(channel) } }
        return place
    }

    private func remove(_ channel: any Channel) {
        let waiters = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = nil
            guard state.channels.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.whenEmpty = [] }
            return state.whenEmpty
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Idle connections close now, busy ones after their response.
    func beginDraining() {
        let channels = state.withLock { state in
            state.isDraining = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(DrainEvent()) }
    }

    func closeAll() {
        for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }

    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.channels.isEmpty { state.whenEmpty.append(continuation) }
                return state.channels.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}

struct DrainEvent: Sendable {}
