"""The layers that the small convolutional nets are built of."""

from torch import Tensor, nn


def block(entering: int, leaving: int, stride: int) -> nn.Sequential:
    """Return a 3 x 3 convolution, its norm and its activation."""
    return nn.Sequential(
        nn.Conv2d(entering, leaving, 3, stride, 1, bias=False), nn.BatchNorm2d(leaving), nn.SiLU(inplace=True)
    )


class Residual(nn.Module):
    """Two blocks beside a way straight through."""

    def __init__(self, channels: int) -> None:
        """Lay out the blocks."""
        super().__init__()
        self.body = nn.Sequential(block(channels, channels, 1), block(channels, channels, 1))

    def forward(self, values: Tensor) -> Tensor:
        """Return (N, channels, H, W) values as large as they came."""
        return values + self.body(values)
