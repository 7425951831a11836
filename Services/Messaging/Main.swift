import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("messaging", migrations: migrations, commands: [restored] + snapshots.map(ServiceCommand.init), app: serviceApp)
    }
}
