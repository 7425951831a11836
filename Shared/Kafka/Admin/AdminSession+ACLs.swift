import CKafka

extension AdminSession {
    func create(_ acls: [KafkaACL]) throws {
        guard try !isMockCluster() else { throw KafkaError(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE, detail: "the embedded broker asks nobody who they are") }
        var bindings: [OpaquePointer?] = []
        defer { rd_kafka_AclBinding_destroy_array(&bindings, bindings.count) }
        for acl in acls { bindings.append(try binding(acl)) }
        try ask(RD_KAFKA_ADMIN_OP_CREATEACLS) { options, queue in
            rd_kafka_CreateAcls(client.handle, &bindings, bindings.count, options, queue)
        } answer: { event in
            var count = 0
            let results = rd_kafka_CreateAcls_result_acls(rd_kafka_event_CreateAcls_result(event), &count)
            for index in 0..<count {
                guard let error = rd_kafka_acl_result_error(results?[index]) else { continue }
                throw KafkaError(rd_kafka_error_code(error), detail: acls[index].description)
            }
        }
    }

    private func binding(_ acl: KafkaACL) throws -> OpaquePointer {
        let (type, name, pattern) =
            switch acl.resource {
            case .topic(let name): (RD_KAFKA_RESOURCE_TOPIC, name, RD_KAFKA_RESOURCE_PATTERN_LITERAL)
            case .groups(let beginning): (RD_KAFKA_RESOURCE_GROUP, beginning, RD_KAFKA_RESOURCE_PATTERN_PREFIXED)
            }
        let operation =
            switch acl.operation {
            case .read: RD_KAFKA_ACL_OPERATION_READ
            case .write: RD_KAFKA_ACL_OPERATION_WRITE
            case .describe: RD_KAFKA_ACL_OPERATION_DESCRIBE
            }
        var reason = [CChar](repeating: 0, count: 256)
        let made = rd_kafka_AclBinding_new(
            type, name, pattern, "User:\(acl.user)", "*", operation, RD_KAFKA_ACL_PERMISSION_TYPE_ALLOW, &reason, reason.count)
        guard let made else { throw KafkaError(RD_KAFKA_RESP_ERR__INVALID_ARG, detail: acl.description) }
        return made
    }
}
