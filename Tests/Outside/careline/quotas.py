"""What a platform of tests is told: its people do, send and store more than anybody may outside. Who starts it may say otherwise.

    python -m careline.quotas     prints them as NAME=VALUE"""

import os

QUOTAS = {"CARE_CALLER_REQUESTS_A_MINUTE": "1000000000", "CARE_SCHEDULING_OPEN_BOOKINGS": "100000", "CARE_SCHEDULING_BOOKINGS_A_YEAR": "10000000", "CARE_SCHEDULING_CHANGES_A_MINUTE": "1000000",
          "CARE_MESSAGING_MESSAGES_A_MINUTE": "1000000", "CARE_AUTH_CHANGES_A_MINUTE": "1000000", "CARE_AUTH_ADMINISTRATION_A_MINUTE": "1000000", "CARE_AUTH_SESSIONS": "1000000",
          "CARE_SCHEDULING_STAFF_CHANGES_A_MINUTE": "1000000", "CARE_HEALTH_CHANGES_A_MINUTE": "1000000", "CARE_ERS_CHANGES_A_MINUTE": "1000000",
          "CARE_STORAGE_LIMIT_NEW": str(1 << 30),
          # Receivers of webhooks and clients' servers are on this machine.
          "CARE_WEBHOOKS_NETWORKS": "127.0.0.0/8 ::1/128", "CARE_AUTH_NETWORKS": "127.0.0.0/8 ::1/128"}


def quotas() -> dict[str, str]:
    return {name: os.environ.get(name, value) for name, value in QUOTAS.items()}


if __name__ == "__main__":
    print("\n".join(f"{name}={value}" for name, value in quotas().items()))
