"""When a certificate is to be renewed. Pure."""

from console.certificates import Certificate
from console.findings import Finding, fault, ok, warning

SOON_DAYS = 21


def judged(part: str, address: str, certificate: Certificate) -> Finding:
    if certificate.wrong is not None or certificate.days is None:
        return fault(
            part,
            f"{address}: its certificate is not one to trust: {certificate.wrong}",
            "Renew it, or name who signed it: DOUBLESIX_NATS_CA, DOUBLESIX_STORE_CA.",
        )
    if certificate.days < SOON_DAYS:
        return warning(
            part,
            f"{address}: its certificate ends in {certificate.days:.0f} days",
            "Renew it before.",
        )
    return ok(part, f"{address}: its certificate is good for {certificate.days:.0f} days")
