import Outbox

extension OutboxRelay: ServicePart {}
extension ConsumerRunner: ServicePart {}
extension BroadcastRunner: ServicePart {}
extension JobRunner: ServicePart {}
