import CKafka
import Glibc

/// Notices that another cluster answers at the same address: an embedded broker that was started again, which has forgotten everything.
/// librdkafka only logs it, and would go on with offsets that mean nothing there.
struct ClusterIdentity {
    private var known: String?

    /// True once for each change. It asks nothing of the broker: librdkafka hears the cluster's id whenever it connects.
    mutating func hasChanged(_ client: Client) -> Bool {
        guard let name = rd_kafka_clusterid(client.handle, 0) else { return false }
        defer { rd_kafka_mem_free(client.handle, name) }
        if let known, strcmp(known, name) == 0 { return false }
        defer { known = String(cString: name) }
        return known != nil
    }
}
