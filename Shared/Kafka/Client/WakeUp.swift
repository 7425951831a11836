import CKafka
import Glibc

/// A file descriptor that librdkafka's queues and this process write to, and one thread waits on.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(KafkaError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw KafkaError(RD_KAFKA_RESP_ERR__CRIT_SYS_RESOURCE) }
    }

    deinit { close(descriptor) }

    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// The queue signals whenever it becomes non-empty; it must then be read until it is empty.
    func watch(_ queue: OpaquePointer) {
        var one: UInt64 = 1
        rd_kafka_queue_io_event_enable(queue, descriptor, &one, 8)
    }

    /// Returns at a signal, or after `timeout`.
    func wait(_ timeout: Duration) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wanted, 1, Int32(max(0, timeout.milliseconds)))
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
